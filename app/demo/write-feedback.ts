import type { ClientBase } from 'pg'

// The demo's survey: a running NPS survey in English, Japanese and Malay with responses of the last months.

const form = `
  insert into feedback (name, code, description, type, display_option, languages, texts, audience, status, created_by_id)
  values ('After your visit', 'VISIT', 'Asked after a purchase, a claim or a collection, and by the QR code in the shops', 'Survey',
    'One question per page', '{en,ja,ms}', $1, 'Anyone', 'Active', (select user_id from user_account where username = 'hq'))
  returning feedback_id`

const texts = {
  en: {
    Title: 'How was your visit?',
    Introduction: 'Three short questions. Your answers help us serve you better.',
    ThankYou: 'Thank you. We read every answer.',
  },
  ja: {
    Title: 'ご来店はいかがでしたか',
    Introduction: '3 つの質問にお答えください。いただいた回答はサービスの改善に役立てます。',
    ThankYou: 'ありがとうございました。すべての回答に目を通しています。',
  },
  ms: {
    Title: 'Bagaimana kunjungan anda?',
    Introduction: 'Tiga soalan ringkas. Jawapan anda membantu kami memberi layanan yang lebih baik.',
    ThankYou: 'Terima kasih. Kami membaca setiap jawapan.',
  },
}

type QuestionSeed = {
  type: string
  required: 'Y' | 'N'
  texts: Record<string, string>
  options?: Record<string, string>[]
  showIf?: string[]
}

const questions: QuestionSeed[] = [
  {
    type: 'NPS 0-10',
    required: 'Y',
    texts: {
      en: 'How likely are you to recommend us to a friend?',
      ja: '当店をご友人にすすめる可能性はどのくらいですか。',
      ms: 'Sejauh manakah anda akan mengesyorkan kami kepada rakan?',
    },
  },
  {
    type: 'Rating 1-5',
    required: 'Y',
    texts: {
      en: 'How well were you advised?',
      ja: 'スタッフの案内はいかがでしたか。',
      ms: 'Bagaimanakah nasihat yang anda terima?',
    },
  },
  {
    type: 'Single choice',
    required: 'N',
    texts: {
      en: 'What brought you to us?',
      ja: 'ご来店の目的をお聞かせください。',
      ms: 'Apakah tujuan kunjungan anda?',
    },
    options: [
      { en: 'A gift', ja: '贈り物', ms: 'Hadiah' },
      { en: 'Something for myself', ja: '自分のため', ms: 'Untuk diri sendiri' },
      { en: 'A repair or cleaning', ja: '修理・クリーニング', ms: 'Pembaikan atau pencucian' },
    ],
  },
  {
    type: 'Long text',
    required: 'N',
    showIf: ['0', '1', '2', '3', '4', '5', '6'],
    texts: {
      en: 'What should we do better?',
      ja: '改善すべき点をお聞かせください。',
      ms: 'Apakah yang perlu kami perbaiki?',
    },
  },
]

const language = `case person.language when 'Malay' then 'ms' when 'Japanese' then 'ja' else 'en' end`

/** SQL that inserts responses of recent buyers, mostly positive and the same in every demo. */
const responses = `
  insert into feedback_response (feedback_id, submission_key, customer_id, outlet_code, staff_id, language, source, nps, low_score_yn, submitted_at, updated_at)
  select $1, gen_random_uuid(), bought.customer_id, bought.outlet_code, bought.staff_id, bought.language,
    case when bought.place % 4 = 0 then 'Open link' else 'Personal link' end, bought.nps, case when bought.nps <= 6 then 'Y' else 'N' end, bought.at, bought.at
  from (
    select person.customer_id, sale.outlet_code, seller.staff_id, ${language} as language, sale.place,
      (array[10, 9, 9, 8, 10, 7, 9, 6, 10, 8, 9, 3])[1 + sale.place % 12] as nps, sale.performed_at + interval '2 hours' as at
    from (
      select latest.*, row_number() over (order by md5(latest.transaction_id::text)) as place from (
        select distinct on (customer_id) * from transaction_summary where transaction_type = 'N' and customer_id is not null
        order by customer_id, performed_at desc) latest
      where latest.performed_at between now() - interval '180 days' and now() - interval '1 day') sale
    join customer person using (customer_id)
    left join lateral (select staff_id from staff where staff.sales_person_code = sale.sales_person_code limit 1) seller on true
    where sale.place <= 120 and person.status = 'Active') bought`

const answers = `
  insert into feedback_answer (response_id, group_key, question_id, option_ids, number, text)
  select r.response_id, q.group_key, q.question_id,
    case when item.question_type = 'Single choice' then array(select option_id from feedback_option o where o.question_id = q.question_id
      and o.option_key = 1 + r.response_id % 3) else '{}' end,
    case item.question_type when 'NPS 0-10' then r.nps when 'Rating 1-5' then greatest(1, (r.nps + 1) / 2) end,
    case when item.question_type = 'Long text' then (array['I waited twenty minutes before anybody had time for me.',
      'The ring was not ready on the day you promised.', 'Nobody could tell me what the warranty covers.'])[1 + r.response_id % 3] end
  from feedback f join feedback_response r using (feedback_id) join feedback_question q on q.feedback_id = r.feedback_id and q.language_code = r.language
    join feedback_item item on item.group_key = q.group_key
  where f.code = 'VISIT' and r.remarks is not distinct from $1 and (item.question_type <> 'Long text' or r.nps <= 6)`

export async function seedFeedback(client: ClientBase) {
  const { rows } = await client.query<{ feedback_id: number }>(form, [JSON.stringify(texts)])
  const id = rows[0]!.feedback_id
  let first: number | undefined
  for (const [position, questionSeed] of questions.entries()) {
    const item = await client.query<{ group_key: number }>(
      `insert into feedback_item (feedback_id, sequence_no, question_type, required_yn, show_if_group_key, show_if_answers)
       values ($1, $2, $3, $4, $5, $6) returning group_key`,
      [
        id,
        position + 1,
        questionSeed.type,
        questionSeed.required,
        questionSeed.showIf ? first : null,
        questionSeed.showIf ?? null,
      ],
    )
    const group = item.rows[0]!.group_key
    first ??= group
    for (const [code, text] of Object.entries(questionSeed.texts)) {
      const question = await client.query<{ question_id: number }>(
        `insert into feedback_question (feedback_id, group_key, language_code, text, status) values ($1, $2, $3, $4, 'Active') returning question_id`,
        [id, group, code, text],
      )
      for (const [index, option] of (questionSeed.options ?? []).entries())
        await client.query(
          `insert into feedback_option (question_id, option_key, text, sequence_no, status) values ($1, $2, $3, $2, 'Active')`,
          [question.rows[0]!.question_id, index + 1, option[code]],
        )
    }
  }
  await client.query(responses, [id])
  await seedFeedbackAnswers(client, null)
}

/** Writes the answers of all feedback responses with this remark. Null selects the responses without a remark. */
export const seedFeedbackAnswers = (client: ClientBase, remark: string | null) => client.query(answers, [remark])
