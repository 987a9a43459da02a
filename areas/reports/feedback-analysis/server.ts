import { type RawBuilder, sql } from 'kysely'
import {
  answerCountsSql,
  questionResultsSql,
  ratedResponsesCte,
  resultGroupings,
  scoreCountsSql,
} from '#areas/feedback/server/index.ts'
import { allOf, equals } from '#kit/server/filters.ts'
import { addShareColumn } from '#kit/server/shares.ts'
import { serveReport } from '../server/report.ts'
import { percentSql } from '../server/sales.ts'
import { type FeedbackBy, feedbackAnalysisReport } from './contract.ts'

type Sql = RawBuilder<unknown>
type FeedbackQuery = {
  from: string
  until: string
  outlet: string | null
  FeedbackId?: number | undefined
  Language?: string | undefined
  CardCategoryCode?: string | undefined
  FeedbackBy?: FeedbackBy | undefined
}

/** SQL of the NPS: percentage of promoters less detractors, rounded like the results of a form; `n` has the counts. */
const score = sql`case when n.answers > 0 then floor((n.promoters - n.detractors) * 100.0 / n.answers + 0.5)::int end`
const noCustomer = sql`null::timestamptz as submitted_at, null::bigint as customer_id, null::text as customer_name, null::text as outlet_code`

const hasCategory = (customer: Sql, code: string | undefined) =>
  code !== undefined &&
  sql`exists (select from membership where membership.customer_id = ${customer} and membership.card_category_code = ${code} and membership.status = 'Active')`

const isOnDays = (moment: Sql, { from, until }: FeedbackQuery) =>
  sql`${moment} >= (${from}::date::timestamp at time zone business_zone()) and ${moment} < ((${until}::date + 1)::timestamp at time zone business_zone())`

/** SQL of the rows by question, with all possible answers of each question. */
const byQuestion = (form: Sql) => sql`q as (${questionResultsSql(form)}), o as (${answerCountsSql(form)}),
  r as (
    select n.group_key || '/' || coalesce(o.key, '-') as key, n.feedback_id, f.name as form_name, n.sequence_no, n.question, n.question_type,
      coalesce(o.text, o.key) as answer_value, coalesce(o.count, n.given) as given,
      case when o.key is not null then ${percentSql(sql`o.count`, sql`n.given`)} end as given_share, n.average as average_score, ${score} as nps_score, ${noCustomer},
      row_number() over (order by f.name, f.feedback_id, n.status = 'Active' desc, n.sequence_no, n.group_key, o.place, o.key) as place
    from q n join feedback f using (feedback_id) left join o using (group_key)
  )`

/** SQL of the rows by month, outlet, language or staff, with the responses of each group. */
const byGroup = ({ key, name }: { key: Sql; name: Sql }) => sql`${ratedResponsesCte},
  n as (
    select ${key} as key, ${name} as name, count(*)::int as responses, ${scoreCountsSql('r.nps')},
      round(sum(r.rating_sum)::numeric / nullif(sum(r.ratings), 0), 2)::text as average
    from rated r group by 1, 2
  ),
  r as (
    select coalesce(n.key, '-') as key, null::bigint as feedback_id, null::text as form_name, null::int as sequence_no, null::text as question,
      null::text as question_type, coalesce(n.name, n.key) as answer_value, n.responses as given, n.share as given_share,
      n.average as average_score, ${score} as nps_score, ${noCustomer}, row_number() over (order by coalesce(n.name, n.key), n.key) as place
    from (${addShareColumn(sql`select * from n`, 'responses', 'key')}) n
  )`

const textAnswers = sql`r as (
  select a.response_id || '/' || a.group_key as key, counted_response.feedback_id, f.name as form_name, item.sequence_no, q.text as question, item.question_type,
    a.text as answer_value, 1 as given, null::text as given_share, null::text as average_score, counted_response.nps as nps_score, counted_response.submitted_at,
    counted_response.customer_id, c.full_name as customer_name, counted_response.outlet_code,
    row_number() over (order by counted_response.submitted_at desc, counted_response.response_id desc, item.sequence_no, a.group_key) as place
  from counted_response join feedback_answer a using (response_id) join feedback_item item on item.group_key = a.group_key
    join feedback_question q on q.question_id = a.question_id join feedback f on f.feedback_id = counted_response.feedback_id
    left join customer c on c.customer_id = counted_response.customer_id
  where a.text is not null
)`

const rowsOf = ({ FeedbackBy: by = 'Question', FeedbackId }: FeedbackQuery) => {
  if (by === 'Words') return textAnswers
  if (by !== 'Question') return byGroup(resultGroupings[`By${by}`])
  return byQuestion(
    FeedbackId === undefined
      ? sql`item.feedback_id in (select feedback_id from counted_response)`
      : sql`item.feedback_id = ${FeedbackId}`,
  )
}

/** SQL of the personal feedback links created in the period; a link has no language until a customer answers it. */
const invited = (query: FeedbackQuery) => sql`invited as (
  select count(*)::int as created, count(*) filter (where i.status = 'Answered')::int as answered from feedback_invitation i join customer using (customer_id)
  where ${allOf([
    sql`i.status <> 'Revoked'`,
    isOnDays(sql`i.created_at`, query),
    equals('i.feedback_id', query.FeedbackId),
    query.outlet !== null && sql`coalesce(i.outlet_code, customer.registered_outlet_code) = ${query.outlet}`,
    hasCategory(sql`i.customer_id`, query.CardCategoryCode),
  ])} having ${query.Language === undefined}::boolean
)`

export const feedbackAnalysisRoute = serveReport(feedbackAnalysisReport, (_ctx, query) => {
  const nullsLast = (column: string) => (way: Sql) => sql`r.${sql.ref(column)} ${way} nulls last`
  return {
    with: sql`counted_response as materialized (
        select r.* from feedback_response r where ${allOf([
          sql`r.status = 'Active'`,
          isOnDays(sql`r.submitted_at`, query),
          equals('r.feedback_id', query.FeedbackId),
          equals('r.outlet_code', query.outlet),
          equals('r.language', query.Language),
          hasCategory(sql`r.customer_id`, query.CardCategoryCode),
        ])}
      ),
      ${invited(query)},
      n_all as (
        select count(*)::int as responses, count(*) filter (where low_score_yn = 'Y')::int as low_scores, ${scoreCountsSql('nps')} from counted_response
      ),
      ${rowsOf(query)}`,
    from: sql`r`,
    select: sql`r.key, r.feedback_id, r.form_name, r.sequence_no, r.question, r.question_type, r.answer_value, r.given, r.given_share, r.average_score,
      r.nps_score, r.submitted_at, r.customer_id, r.customer_name, r.outlet_code`,
    sort: {
      SequenceNo: 'r.place',
      GivenShare: (way) => sql`r.given_share::numeric ${way} nulls last`,
      AverageScore: (way) => sql`r.average_score::numeric ${way} nulls last`,
      NpsScore: nullsLast('nps_score'),
      SubmittedAt: nullsLast('submitted_at'),
    },
    tie: sql`r.key`,
    totals: sql`coalesce(sum(r.given), 0)::int as given, (select responses from n_all) as responses, (select ${score} from n_all n) as nps_score,
      (select round(avg(a.number), 2)::text from counted_response join feedback_answer a using (response_id) join feedback_item item on item.group_key = a.group_key
        where item.question_type = 'Rating 1-5') as average_score,
      (select low_scores from n_all) as low_scores, (select created from invited) as invited, (select answered from invited) as answered_links,
      (select ${percentSql(sql`answered`, sql`created`)} from invited) as response_rate`,
  }
})
