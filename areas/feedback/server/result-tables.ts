import { type RawBuilder, sql } from 'kysely'

// Each SQL fragment for results needs a query that defines the active, filtered responses as CTE `counted_response`.

type Sql = RawBuilder<unknown>

/** Counts answers, promoters and detractors of a column with scores from 0 to 10. */
export const scoreCountsSql = (column: string) => {
  const score = sql.raw(column)
  return sql`count(${score})::int as answers, count(*) filter (where ${score} >= 9)::int as promoters,
    count(*) filter (where ${score} <= 6)::int as detractors`
}

/** The CTE `rated` has the responses with the number and the total of their ratings from 1 to 5. */
export const ratedResponsesCte = sql`rated as (
  select counted_response.*, rating.ratings, rating.rating_sum from counted_response left join lateral (
    select count(*) as ratings, sum(a.number) as rating_sum from feedback_answer a join feedback_item item using (group_key)
    where a.response_id = counted_response.response_id and item.question_type = 'Rating 1-5') rating on true)`

/** The groupings of results, each with the key and display name for a row `r` of `rated`. */
export const resultGroupings = {
  ByMonth: { key: sql`to_char(business_date_of(r.submitted_at), 'YYYY-MM')`, name: sql`null::text` },
  ByOutlet: { key: sql`r.outlet_code`, name: sql`(select name from building where code = r.outlet_code)` },
  ByLanguage: { key: sql`r.language`, name: sql`null::text` },
  ByStaff: { key: sql`r.staff_id::text`, name: sql`(select full_name from staff where staff.staff_id = r.staff_id)` },
}

/**
 * Selects the results per question of the forms that the condition `form` selects.
 * The results contain current questions, and former questions that have answers.
 */
export const questionResultsSql = (form: Sql) => sql`
  select item.feedback_id, item.group_key, item.sequence_no, item.question_type, item.status, count(a.response_id)::int as given,
    count(distinct wording.revision)::int as versions,
    case when item.question_type in ('Rating 1-5', 'NPS 0-10') then round(avg(a.number), 2)::text end as average,
    coalesce((select q.text from feedback_question q where q.group_key = item.group_key
      order by q.status in ('Active', 'Inactive') desc, array_position(f.languages, q.language_code), q.revision desc limit 1), '') as question,
    ${scoreCountsSql("case when item.question_type = 'NPS 0-10' then a.number end")}
  from feedback_item item join feedback f using (feedback_id)
  left join (feedback_answer a join counted_response on counted_response.response_id = a.response_id join feedback_question wording on wording.question_id = a.question_id)
    on a.group_key = item.group_key
  where ${form}
  group by item.group_key, f.languages
  having item.status = 'Active' or count(a.response_id) > 0`

/** Counts each possible answer. Options of all languages and versions are grouped by their key. */
export const answerCountsSql = (form: Sql) => sql`
  with answer as (select a.* from feedback_answer a join counted_response on counted_response.response_id = a.response_id),
  choice as (
    select distinct on (item.group_key, o.option_key) item.group_key, o.option_key, o.text, o.sequence_no,
      o.status <> 'Deleted' and q.status in ('Active', 'Inactive') as is_current
    from feedback_option o join feedback_question q on q.question_id = o.question_id join feedback_item item on item.group_key = q.group_key
      join feedback f on f.feedback_id = item.feedback_id
    where ${form}
    order by item.group_key, o.option_key, o.status <> 'Deleted' and q.status in ('Active', 'Inactive') desc,
      array_position(f.languages, q.language_code), q.revision desc),
  chosen as (
    select answer.group_key, o.option_key, count(*)::int as count
    from answer cross join lateral unnest(answer.option_ids) picked (option_id) join feedback_option o on o.option_id = picked.option_id group by 1, 2),
  scale as (
    select item.group_key, number, case when item.question_type = 'Yes/No' then case number when 1 then 'Y' else 'N' end else number::text end as key
    from feedback_item item cross join lateral generate_series(
      case item.question_type when 'Rating 1-5' then 1 else 0 end,
      case item.question_type when 'Rating 1-5' then 5 when 'NPS 0-10' then 10 else 1 end) number
    where ${form} and item.question_type in ('Rating 1-5', 'NPS 0-10', 'Yes/No'))
  select choice.group_key, choice.option_key::text as key, choice.text, coalesce(chosen.count, 0) as count, choice.sequence_no as place
  from choice left join chosen using (group_key, option_key) where choice.is_current or chosen.count > 0
  union all
  select scale.group_key, scale.key, null, (select count(*)::int from answer where answer.group_key = scale.group_key and answer.number = scale.number),
    case scale.key when 'Y' then 0 else scale.number + 1 end
  from scale`
