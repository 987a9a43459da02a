import { describe, expect, test } from 'vitest'
import { invitationFor, npsForm, questionWith, ratingForm } from '#tests/factories/feedback.ts'
import { hq, outletStaff, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-06-01T04:00:00Z' })

const read = (body: object) => app.call(contract.readPublicForm, body as never, null)
const send = (body: object, options: object | null = null) =>
  app.call(
    contract.submitPublicForm,
    { SubmissionKey: crypto.randomUUID(), Language: 'en', ...body } as never,
    options as never,
  )
const count = async (FeedbackId: number) =>
  (await app.call(contract.listFeedbackResponses, { Search: { FeedbackId } }, hq)).body.count
const responsesOf = async (FeedbackId: number) =>
  (await app.call(contract.listFeedbackResponses, { Search: { FeedbackId } }, hq)).body.rows

describe('public feedback form that cannot be answered', () => {
  test.each([
    ['is closed', { OpenTo: '2026-05-31' }, 409, 'feedback.closed'],
    ['is inactive', { Status: 'Inactive' as const }, 409, 'feedback.closed'],
    ['is not yet open', { OpenFrom: '2026-06-02' }, 409, 'feedback.not_yet_open'],
    ['requires a personal link', { Audience: 'Personal link' as const }, 409, 'feedback.link_needed'],
  ])('public form: a form that %s returns the reason', async (_, values, status, code) => {
    const { FeedbackId, questions } = await ratingForm(app, values)
    const submission = { FeedbackId, Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 5 }] }
    expect(await read({ FeedbackId })).toMatchObject({ status, refusal: { code } })
    expect(await send(submission)).toMatchObject({ status, refusal: { code } })
    expect(await count(FeedbackId)).toBe(0)
  })
  test('public form: an unknown form and a deleted form get 404', async () => {
    const { FeedbackId } = await ratingForm(app)
    await app.call(contract.deleteFeedback, { FeedbackId }, hq)
    for (const id of [FeedbackId, 999_999])
      expect(await read({ FeedbackId: id })).toMatchObject({
        status: 404,
        refusal: { code: 'feedback.form_not_found' },
      })
  })
})

describe('language of a public feedback form', () => {
  test('public form: the language is the requested one if available, otherwise the first one of the form or question', async () => {
    const { FeedbackId } = await npsForm(app, {
      Texts: { ja: { Title: 'ご来店アンケート', ThankYou: 'ありがとうございました。' }, en: { Title: 'Your visit' } },
    })
    const japanese = (await read({ FeedbackId, Language: 'ja-JP' })).body
    expect(japanese).toMatchObject({ Title: 'ご来店アンケート', Language: 'ja', Languages: ['en', 'ja'] })
    // The second question has no Japanese text, so it is shown in English and marked as English.
    expect(japanese.Questions.map(({ Language }) => Language)).toEqual(['ja', 'en'])
    expect((await read({ FeedbackId, Language: 'fr' })).body).toMatchObject({ Title: 'Your visit', Language: 'en' })
    const { QuestionId } = japanese.Questions[0]!
    const reply = await send({ FeedbackId, Language: 'ja', Answers: [{ QuestionId, Number: 9 }] })
    expect(reply).toMatchObject({ status: 201, body: { ThankYou: 'ありがとうございました。' } })
    expect(await responsesOf(FeedbackId)).toMatchObject([{ Language: 'ja', Nps: 9, LowScoreYN: 'N' }])
  })
})

describe('feedback answers checked by the server', () => {
  test('public form: a visible required question must be answered, and answers to hidden questions are not stored', async () => {
    const { FeedbackId, questions } = await npsForm(app)
    const [nps, why] = questions
    const low = { QuestionId: nps!.QuestionId, Number: 6 }
    const high = { QuestionId: nps!.QuestionId, Number: 7 }
    const words = { QuestionId: why!.QuestionId, Text: 'The queue' }
    expect((await send({ FeedbackId, Answers: [] })).refusal).toMatchObject({
      code: 'feedback.answer_required',
      params: { Question: 'Would you recommend us?' },
    })
    expect((await send({ FeedbackId, Answers: [low] })).refusal).toMatchObject({
      params: { Question: 'What should we do better?' },
    })
    expect((await send({ FeedbackId, Answers: [low, words] })).status).toBe(201)
    expect((await send({ FeedbackId, Answers: [high, words] })).status).toBe(201)
    const [second, first] = await responsesOf(FeedbackId)
    expect(first).toMatchObject({ Nps: 6, LowScoreYN: 'Y', Answers: [{ Number: 6 }, { Text: 'The queue' }] })
    expect(second).toMatchObject({ Nps: 7, LowScoreYN: 'N' })
    expect(second!.Answers).toHaveLength(1)
  })
  const kinds = [
    ['Rating 1-5', { Number: 0 }, 'feedback.wrong_kind'],
    ['Rating 1-5', { Number: 6 }, 'feedback.wrong_kind'],
    ['Rating 1-5', { Number: 3, Text: 'x' }, 'feedback.wrong_kind'],
    ['NPS 0-10', { Number: 0 }, undefined],
    ['NPS 0-10', { Number: 11 }, 'kit.invalid'],
    ['Yes/No', { YN: 'N' }, undefined],
    ['Yes/No', { Number: 1 }, 'feedback.wrong_kind'],
    ['Short text', { Text: 'a'.repeat(200) }, undefined],
    ['Short text', { Text: 'a'.repeat(201) }, 'feedback.answer_too_long'],
    ['Long text', { Text: 'a'.repeat(2000) }, undefined],
    ['Long text', { Text: 'a'.repeat(2001) }, 'kit.invalid'],
    ['Date', { Date: '2026-02-29' }, 'kit.invalid'],
    ['Date', { Date: '2026-02-28' }, undefined],
    ['Long text', {}, 'feedback.answer_required'],
  ] as const
  test.each(kinds)(
    'public form: the server checks an answer to a question of type %s: %o',
    async (QuestionType, answer, code) => {
      const { FeedbackId } = await ratingForm(app)
      const form = await ratingForm(app)
      const { QuestionId } = await questionWith(app, {
        FeedbackId: form.FeedbackId,
        LanguageCode: 'en',
        Text: 'And?',
        QuestionType,
        RequiredYN: 'Y',
      })
      const Answers = [
        { QuestionId: form.questions[0]!.QuestionId, Number: 5 },
        { QuestionId, ...answer },
      ]
      expect((await send({ FeedbackId: form.FeedbackId, Answers })).refusal?.code).toBe(code)
      // An answer to a question of another form is refused.
      expect((await send({ FeedbackId, Answers })).refusal?.code).toBe(
        code === 'kit.invalid' ? code : 'feedback.not_asked',
      )
    },
  )
  test('public form: a choice accepts one option, or each option once, and free text only with an option that allows it', async () => {
    const { FeedbackId } = await npsForm(app)
    const { FeedbackId: id } = await ratingForm(app)
    const choice = (QuestionType: 'Single choice' | 'Multiple choice') =>
      questionWith(app, {
        FeedbackId: id,
        LanguageCode: 'en',
        Text: QuestionType,
        QuestionType,
        FeedbackOptions: [{ Text: 'A gift' }, { Text: 'Something else', AllowOtherYN: 'Y' }],
      })
    const single = await choice('Single choice')
    const several = await choice('Multiple choice')
    const rating = (await read({ FeedbackId: id })).body.Questions[0]!
    const [gift, otherOption] = single.FeedbackOptions.map(({ OptionId }) => OptionId)
    const refusalCodeOf = async (QuestionId: number, answer: object) =>
      (
        await send({
          FeedbackId: id,
          Answers: [
            { QuestionId: rating.QuestionId, Number: 4 },
            { QuestionId, ...answer },
          ],
        })
      ).refusal?.code
    expect(await refusalCodeOf(single.QuestionId, { OptionIds: [gift, otherOption] })).toBe('feedback.wrong_kind')
    expect(await refusalCodeOf(single.QuestionId, { OptionIds: [gift], Text: 'A ring' })).toBe('feedback.wrong_kind')
    expect(await refusalCodeOf(single.QuestionId, { OptionIds: [several.FeedbackOptions[0]!.OptionId] })).toBe(
      'feedback.no_option',
    )
    expect(await refusalCodeOf(single.QuestionId, { OptionIds: [otherOption], Text: 'A ring' })).toBeUndefined()
    const bothOptionIds = several.FeedbackOptions.map(({ OptionId }) => OptionId)
    expect(await refusalCodeOf(several.QuestionId, { OptionIds: [bothOptionIds[0], bothOptionIds[0]] })).toBe(
      'feedback.wrong_kind',
    )
    expect(await refusalCodeOf(several.QuestionId, { OptionIds: bothOptionIds })).toBeUndefined()
    const twice = { QuestionId: rating.QuestionId, Number: 4 }
    expect((await send({ FeedbackId: id, Answers: [twice, twice] })).refusal?.code).toBe('feedback.answered_twice')
    expect(await count(FeedbackId)).toBe(0)
    const answers = (await app.call(contract.listAnswers, { Search: { FeedbackId: id, TextYN: 'Y' } }, hq)).body.rows
    expect(answers).toMatchObject([{ Question: 'Single choice', Answer: 'Something else: A ring' }])
    expect(
      (await app.call(contract.listAnswers, { Search: { FeedbackId: id, GroupKey: several.GroupKey, Value: '1' } }, hq))
        .body.count,
    ).toBe(1)
  })
  test('public form: malicious text is stored unchanged, and invisible control characters are refused', async () => {
    const { FeedbackId } = await ratingForm(app)
    const form = await ratingForm(app)
    const { QuestionId } = await questionWith(app, {
      FeedbackId: form.FeedbackId,
      LanguageCode: 'en',
      Text: 'And?',
      QuestionType: 'Long text',
    })
    const rating = { QuestionId: form.questions[0]!.QuestionId, Number: 4 }
    const hostile = `<img src=x onerror=alert(1)> '); drop table feedback;-- {{ FeedbackLink }} =cmd|'/c calc'!A1`
    const Answers = (Text: string) => [rating, { QuestionId, Text }]
    expect((await send({ FeedbackId: form.FeedbackId, Answers: Answers(hostile) })).status).toBe(201)
    for (const Text of ['a\ufffdb', 'a\u0000b', '\ud800'])
      expect((await send({ FeedbackId: form.FeedbackId, Answers: Answers(Text) })).status).toBe(400)
    expect((await responsesOf(form.FeedbackId))[0]!.Answers[1]!.Text).toBe(hostile)
    expect(await count(FeedbackId)).toBe(0)
  })
})

describe('repeated submission of a feedback response', () => {
  test('public form: a submission that is sent again is stored once and gets the same reply', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const body = {
      FeedbackId,
      SubmissionKey: crypto.randomUUID(),
      Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 5 }],
    }
    const all = await Promise.all(Array.from({ length: 5 }, () => send(body)))
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await count(FeedbackId)).toBe(1)
    const otherForm = await ratingForm(app)
    const elsewhere = {
      ...body,
      FeedbackId: otherForm.FeedbackId,
      Answers: [{ QuestionId: otherForm.questions[0]!.QuestionId, Number: 5 }],
    }
    expect((await send(elsewhere)).refusal?.code).toBe('feedback.key_reused')
  })
  test('personal link: a second response is refused, and of 20 concurrent responses one is stored', async () => {
    const { FeedbackId, questions } = await ratingForm(app, { Audience: 'Personal link' })
    const { Token, CustomerId } = await invitationFor(app, FeedbackId)
    const body = { FeedbackId, Token, Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 5 }] }
    expect((await read({ FeedbackId, Token })).status).toBe(200)
    const all = await Promise.all(Array.from({ length: 20 }, () => send(body)))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(all.map(({ refusal }) => refusal?.code))).toEqual(new Set([undefined, 'feedback.already_answered']))
    expect(await responsesOf(FeedbackId)).toMatchObject([{ CustomerId, Source: 'Personal link', OutletCode: 'KLCC' }])
    expect(await read({ FeedbackId, Token })).toMatchObject({
      status: 409,
      refusal: { code: 'feedback.already_answered' },
    })
  })
  test('personal link: a repeated submission after a lost reply gets the same reply', async () => {
    const { FeedbackId, questions } = await ratingForm(app, { Audience: 'Personal link' })
    const { Token } = await invitationFor(app, FeedbackId)
    const body = {
      FeedbackId,
      Token,
      SubmissionKey: crypto.randomUUID(),
      Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 5 }],
    }
    const all = await Promise.all([send(body), send(body), send(body)])
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await count(FeedbackId)).toBe(1)
  })
})

describe('personal link to a feedback form', () => {
  test('personal link: a forged link, an expired link and a link of another form are refused', async () => {
    const { FeedbackId } = await ratingForm(app, { Audience: 'Personal link' })
    const otherForm = await ratingForm(app, { Audience: 'Personal link' })
    const { Token, InvitationId } = await invitationFor(app, FeedbackId)
    const forged = `${(InvitationId + 1).toString(36)}.${Token.split('.')[1]}`
    for (const [form, token] of [
      [FeedbackId, forged],
      [FeedbackId, `${Token}x`],
      [otherForm.FeedbackId, Token],
    ] as const)
      expect((await read({ FeedbackId: form, Token: token })).refusal?.code).toBe('feedback.link_not_found')
    await app.sql(`update feedback_invitation set open_to = '2026-05-31' where invitation_id = ${InvitationId}`)
    expect((await read({ FeedbackId, Token })).refusal?.code).toBe('feedback.link_expired')
  })
  test('personal link: a response to an anonymous form marks the link as used and is stored without customer', async () => {
    const { FeedbackId, questions } = await ratingForm(app, { Audience: 'Personal link', AnonymousYN: 'Y' })
    const { Token } = await invitationFor(app, FeedbackId)
    const body = { FeedbackId, Token, Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 1 }] }
    expect((await send(body)).status).toBe(201)
    expect((await send(body)).refusal?.code).toBe('feedback.already_answered')
    expect(await responsesOf(FeedbackId)).toMatchObject([
      { CustomerId: null, FullName: null, OutletCode: null, StaffName: null, SubmittedAt: '2026-05-31T16:00:00.000Z' },
    ])
    const rows = await app.sql(`select invitation_id from feedback_response where feedback_id = ${FeedbackId}`)
    expect(rows).toEqual([{ invitation_id: null }])
  })
})

describe('anonymous respondents of a feedback form', () => {
  test('anonymous respondents: five responses an hour are accepted from one network', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const Answers = [{ QuestionId: questions[0]!.QuestionId, Number: 5 }]
    const statuses = []
    for (let time = 0; time < 6; time++) statuses.push((await send({ FeedbackId, Answers })).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect(await count(FeedbackId)).toBe(5)
    app.clock.set('2026-06-01T05:00:01Z')
    expect((await send({ FeedbackId, Answers })).status).toBe(201)
  })
  test('anonymous respondents: stored responses cannot be changed, and too many answers are refused', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const { QuestionId } = questions[0]!
    const key = crypto.randomUUID()
    const first = { FeedbackId, SubmissionKey: key, Answers: [{ QuestionId, Number: 5 }] }
    expect((await send(first)).status).toBe(201)
    const { ResponseId } = (await responsesOf(FeedbackId))[0]!
    await send({ ...first, Answers: [{ QuestionId, Number: 1 }] })
    await send({ ...first, SubmissionKey: crypto.randomUUID(), ResponseId, Answers: [{ QuestionId, Number: 1 }] })
    const changed = { ResponseId, Answers: [{ QuestionId, Number: 1 }] }
    for (const call of [contract.updateFeedbackResponse, contract.deleteFeedbackResponse])
      expect((await app.call(call, changed as never, null)).status).toBe(401)
    const large = { FeedbackId, Answers: [{ QuestionId, Text: 'x'.repeat(10_000_000) }] }
    expect((await send(large)).status).toBe(413)
    const many = { FeedbackId, Answers: Array.from({ length: 1_000 }, () => ({ QuestionId, Number: 1 })) }
    expect((await send(many)).status).toBe(400)
    expect(await responsesOf(FeedbackId)).toMatchObject([{ ResponseId, Answers: [{ Number: 5 }] }])
  })
  test('anonymous respondents: a submission that fills the hidden field gets 201 but is not stored', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const Answers = [{ QuestionId: questions[0]!.QuestionId, Number: 5 }]
    expect((await send({ FeedbackId, Answers, Website: 'https://spam.example' })).status).toBe(201)
    expect(await count(FeedbackId)).toBe(0)
  })
  test('anonymous respondents: a response by the signed QR code of an outlet belongs to that outlet', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const Answers = [{ QuestionId: questions[0]!.QuestionId, Number: 5 }]
    const otherForm = await ratingForm(app)
    const posterOf = async (form: number, OutletCode: string, as = hq) => {
      const { body } = await app.call(contract.previewForm, { FeedbackId: form, OutletCode }, as)
      return new URL(body.Url).searchParams.get('outlet')!
    }
    const poster = await posterOf(FeedbackId, 'PAV')
    const forged = [
      poster.replace('PAV', 'KLCC'),
      await posterOf(otherForm.FeedbackId, 'KLCC'),
      'KLCC',
      'KLCC.',
      `${poster}x`,
    ]
    for (const OutletCode of [poster, ...forged.slice(0, 4)]) await send({ FeedbackId, Answers, OutletCode })
    await app.sql('delete from rate_limit')
    await send({ FeedbackId, Answers, OutletCode: forged[4]! })
    expect((await responsesOf(FeedbackId)).map(({ OutletCode }) => OutletCode)).toEqual([
      null,
      null,
      null,
      null,
      null,
      'PAV',
    ])
    const foreign = await app.call(contract.previewForm, { FeedbackId, OutletCode: 'PAV' }, outletStaff)
    expect(foreign.status).toBe(403)
  })
})

describe('feedback response with a low score', () => {
  const tasks = () =>
    app.sql(`select task.name, description, priority, related_type, customer_id, code as outlet from task join building using (building_id)
      where source = 'Feedback' order by task_id`)
  test('low score: a task with the comments is created at the outlet, or at head office if outlet and customer are unknown', async () => {
    const before = (await tasks()).length
    const { FeedbackId, questions } = await npsForm(app, { Audience: 'Anyone' })
    const { Token, CustomerId } = await invitationFor(app, FeedbackId)
    const [nps, why] = questions
    const Answers = [
      { QuestionId: nps!.QuestionId, Number: 3 },
      { QuestionId: why!.QuestionId, Text: 'The queue' },
    ]
    await send({ FeedbackId, Token, Answers })
    await send({ FeedbackId, Answers })
    await send({ FeedbackId, Answers: [{ QuestionId: nps!.QuestionId, Number: 7 }] })
    expect((await tasks()).slice(before)).toEqual([
      {
        name: 'Low score 3/10: After your visit',
        description: 'The queue',
        priority: 'High',
        related_type: 'Feedback',
        customer_id: CustomerId,
        outlet: 'KLCC',
      },
      expect.objectContaining({ customer_id: null, outlet: 'HQ' }),
    ])
  })
  test('low score: no task is created if the form is set to create none', async () => {
    const before = (await tasks()).length
    const { FeedbackId, questions } = await ratingForm(app, { LowScoreTaskYN: 'N' })
    await send({ FeedbackId, Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 1 }] })
    expect(await tasks()).toHaveLength(before)
    expect(await responsesOf(FeedbackId)).toMatchObject([{ LowScoreYN: 'Y' }])
  })
})
