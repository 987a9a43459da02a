import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type FeedbackResponse, responseRefusals as refusals } from '../contract.ts'

// The columns and joins of responses in replies.

export const responseTables = sql`feedback_response r join feedback f on f.feedback_id = r.feedback_id
  left join customer on customer.customer_id = r.customer_id`

/** The joins for the displayed columns, which only the rows of a page need. */
export const responseJoins = sql`left join lateral (
    select card.membership_no from membership card where card.customer_id = r.customer_id
    order by card.status = 'Active' desc, card.status not in ('Deleted', 'Merged') desc, card.join_date, card.membership_no limit 1
  ) member_card on true
  left join staff on staff.staff_id = r.staff_id`

export const responseRowsForColumns = sql`r.*, f.name as feedback_name, customer.full_name`

/** The columns of a response without its answers. The query must contain `responseRowsForColumns` and `responseJoins`. */
export const responseColumnsWithoutAnswers = sql`r.response_id, r.feedback_id, r.feedback_name, r.customer_id, r.full_name, member_card.membership_no, r.outlet_code,
  staff.full_name as staff_name, r.language, r.source, r.nps, r.low_score_yn, r.submitted_at, r.status`

/** The texts of the chosen options of an answer, in order. */
export const chosenOptionTextsSql = (answer: string) =>
  sql`(select array_agg(o.text order by o.sequence_no, o.option_id) from feedback_option o where o.option_id = any(${sql.ref(`${answer}.option_ids`)}))`

const answersOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('GroupKey', a.group_key, 'QuestionId', a.question_id, 'Question', q.text, 'QuestionType', item.question_type,
    'OptionIds', to_jsonb(a.option_ids), 'Options', to_jsonb(coalesce(${chosenOptionTextsSql('a')}, '{}')), 'Text', a.text,
    'Number', case when item.question_type <> 'Yes/No' then a.number end,
    'YN', case when item.question_type = 'Yes/No' then case a.number when 1 then 'Y' else 'N' end end, 'Date', a.date)
    order by item.sequence_no, item.group_key), '[]')
  from feedback_answer a join feedback_question q on q.question_id = a.question_id join feedback_item item on item.group_key = a.group_key
  where a.response_id = r.response_id)`

export const responseColumns = sql<FeedbackResponse>`${responseColumnsWithoutAnswers}, r.remarks, r.version, ${answersOf} as answers`

export async function findResponse({ db }: Pick<Ctx, 'db'>, ResponseId: number): Promise<FeedbackResponse> {
  const { rows } = await sql<FeedbackResponse>`
    select ${responseColumns} from (select ${responseRowsForColumns} from ${responseTables} where r.response_id = ${ResponseId}) r ${responseJoins}`.execute(
    db,
  )
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}
