import { type RawBuilder, sql } from 'kysely'
import { requestedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, equals } from '#kit/server/filters.ts'
import type * as contract from '../contract.ts'
import { type FeedbackResults, type Nps, type QuestionResult, responseRefusals, type Slice } from '../contract.ts'
import { responseFilters } from './responses.ts'

type Counts = { Answers: number; Promoters: number; Detractors: number }

/** How the answers 0 to 10 of a column part. */
const countsOf = (column: string) => {
  const score = sql.raw(column)
  return sql`count(${score})::int as answers, count(*) filter (where ${score} >= 9)::int as promoters,
    count(*) filter (where ${score} <= 6)::int as detractors`
}

export function npsOf({ Answers, Promoters, Detractors }: Counts): Nps | null {
  if (Answers === 0) return null
  const Passives = Answers - Promoters - Detractors
  return { Answers, Promoters, Passives, Detractors, Score: Math.round(((Promoters - Detractors) * 100) / Answers) }
}

type Filters = Omit<Input<typeof contract.getResults>, never>

/** The responses that count, under the name `those`. */
const those = (ctx: Ctx, filters: Filters) => sql`those as materialized (
  select r.* from feedback_response r where ${allOf([sql`r.status = 'Active'`, ...responseFilters(ctx, filters)])})`

export async function getResults(ctx: Ctx, filters: Filters): Promise<FeedbackResults> {
  const [head, Questions, invited, slices] = await Promise.all([
    headOf(ctx, filters),
    questionsOf(ctx, filters),
    invitedOf(ctx, filters),
    slicesOf(ctx, filters),
  ])
  return { ...head, ...invited, ...slices, Questions }
}

async function headOf(ctx: Ctx, filters: Filters) {
  const { rows } = await sql<Counts & { Responses: number; LowScores: number }>`
    with ${those(ctx, filters)}
    select count(*)::int as responses, count(*) filter (where low_score_yn = 'Y')::int as low_scores, ${countsOf('nps')} from those`.execute(
    ctx.db,
  )
  const { Responses, LowScores, ...counts } = rows[0]!
  return { Responses, LowScores, Nps: npsOf(counts) }
}

async function invitedOf(ctx: Ctx, { FeedbackId, OutletCode, DateFrom, DateTo, Source }: Filters) {
  const outlet = requestedOutlet(ctx, OutletCode, responseRefusals.otherOutlet)
  const { rows } = await sql<{ Invited: number; Answered: number; ResponseRate: string | null }>`
    select count(*)::int as invited, count(i.answered_at)::int as answered, round(count(i.answered_at) * 100.0 / nullif(count(*), 0), 1)::text as response_rate
    from feedback_invitation i join customer using (customer_id)
    where ${allOf([
      sql`i.feedback_id = ${FeedbackId}`,
      sql`i.status <> 'Revoked'`,
      outlet && sql`coalesce(i.outlet_code, customer.registered_outlet_code) = ${outlet}`,
      equals('i.source', Source === 'Personal link' ? 'Manual' : Source),
      DateFrom && sql`i.created_at >= ${DateFrom}::date::timestamp at time zone business_zone()`,
      DateTo && sql`i.created_at < (${DateTo}::date + 1)::timestamp at time zone business_zone()`,
    ])}`.execute(ctx.db)
  return rows[0]!
}

type SliceRow = Counts & { Kind: string; Key: string; Name: string | null; Responses: number; Average: string | null }

/** Each kind of slice with its key and what it is called. */
const kinds: Record<string, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  ByMonth: { key: sql`to_char(business_date_of(r.submitted_at), 'YYYY-MM')`, name: sql`null::text` },
  ByOutlet: { key: sql`r.outlet_code`, name: sql`(select name from building where code = r.outlet_code)` },
  ByLanguage: { key: sql`r.language`, name: sql`null::text` },
  ByStaff: { key: sql`r.staff_id::text`, name: sql`(select full_name from staff where staff.staff_id = r.staff_id)` },
}

async function slicesOf(ctx: Ctx, filters: Filters) {
  const each = Object.entries(kinds).map(
    ([kind, { key, name }]) => sql`
      select ${kind}::text as kind, ${key} as key, ${name} as name, count(*)::int as responses, ${countsOf('r.nps')},
        round(sum(r.rating_sum)::numeric / nullif(sum(r.ratings), 0), 2)::text as average
      from rated r where ${key} is not null group by 2, 3`,
  )
  const { rows } = await sql<SliceRow>`
    with ${those(ctx, filters)},
    rated as (
      select those.*, rating.ratings, rating.rating_sum from those left join lateral (
        select count(*) as ratings, sum(a.number) as rating_sum from feedback_answer a join feedback_item item using (group_key)
        where a.response_id = those.response_id and item.question_type = 'Rating 1-5') rating on true)
    select * from (${sql.join(each, sql` union all `)}) slice order by kind, case when kind = 'ByMonth' then key end, responses desc, key`.execute(
    ctx.db,
  )
  const of = (kind: string): Slice[] =>
    rows
      .filter(({ Kind }) => Kind === kind)
      .map(({ Key, Name, Responses, Average, ...counts }) => ({
        Key,
        Name: Name ?? Key,
        Responses,
        Nps: npsOf(counts),
        Average,
      }))
  return { ByMonth: of('ByMonth'), ByOutlet: of('ByOutlet'), ByLanguage: of('ByLanguage'), ByStaff: of('ByStaff') }
}

type QuestionRow = Counts & Omit<QuestionResult, 'Nps' | 'Options' | 'Answers'> & { Given: number }
type OptionRow = { GroupKey: number; Key: string; Text: string | null; Count: number }

async function questionsOf(ctx: Ctx, filters: Filters): Promise<QuestionResult[]> {
  const { FeedbackId } = filters
  // What is asked, and what is asked no longer but was answered.
  const { rows } = await sql<QuestionRow>`
    with ${those(ctx, filters)}
    select item.group_key, item.sequence_no, item.question_type, count(a.response_id)::int as given, count(distinct wording.revision)::int as versions,
      case when item.question_type in ('Rating 1-5', 'NPS 0-10') then round(avg(a.number), 2)::text end as average,
      coalesce((select q.text from feedback_question q where q.group_key = item.group_key
        order by q.status in ('Active', 'Inactive') desc, array_position(f.languages, q.language_code), q.revision desc limit 1), '') as question,
      ${countsOf("case when item.question_type = 'NPS 0-10' then a.number end")}
    from feedback_item item join feedback f using (feedback_id)
    left join (feedback_answer a join those on those.response_id = a.response_id join feedback_question wording on wording.question_id = a.question_id)
      on a.group_key = item.group_key
    where item.feedback_id = ${FeedbackId}
    group by item.group_key, f.languages
    having item.status = 'Active' or count(a.response_id) > 0
    order by item.status = 'Active' desc, item.sequence_no, item.group_key`.execute(ctx.db)
  const options = await optionsOf(ctx, filters)
  return rows.map(({ Given, Answers, Promoters, Detractors, ...question }) => ({
    ...question,
    Answers: Given,
    Nps: question.QuestionType === 'NPS 0-10' ? npsOf({ Answers, Promoters, Detractors }) : null,
    Options: options
      .filter(({ GroupKey }) => GroupKey === question.GroupKey)
      .map(({ Key, Text, Count }) => ({
        Key,
        Text: Text ?? Key,
        Count,
        Percent: Given === 0 ? null : ((Count * 100) / Given).toFixed(1),
      })),
  }))
}

/** Every answer that could be given, with how often it was; an option of whatever language and version by its key. */
async function optionsOf(ctx: Ctx, filters: Filters): Promise<OptionRow[]> {
  const { rows } = await sql<OptionRow>`
    with ${those(ctx, filters)},
    given as (select a.* from feedback_answer a join those on those.response_id = a.response_id),
    choice as (
      select distinct on (q.group_key, o.option_key) q.group_key, o.option_key, o.text, o.sequence_no,
        o.status <> 'Deleted' and q.status in ('Active', 'Inactive') as asked
      from feedback_option o join feedback_question q on q.question_id = o.question_id join feedback f on f.feedback_id = q.feedback_id
      where q.feedback_id = ${filters.FeedbackId}
      order by q.group_key, o.option_key, o.status <> 'Deleted' and q.status in ('Active', 'Inactive') desc,
        array_position(f.languages, q.language_code), q.revision desc),
    chosen as (
      select given.group_key, o.option_key, count(*)::int as count
      from given cross join lateral unnest(given.option_ids) picked (option_id) join feedback_option o on o.option_id = picked.option_id group by 1, 2),
    scale as (
      select item.group_key, number, case when item.question_type = 'Yes/No' then case number when 1 then 'Y' else 'N' end else number::text end as key
      from feedback_item item cross join lateral generate_series(
        case item.question_type when 'Rating 1-5' then 1 else 0 end,
        case item.question_type when 'Rating 1-5' then 5 when 'NPS 0-10' then 10 else 1 end) number
      where item.feedback_id = ${filters.FeedbackId} and item.question_type in ('Rating 1-5', 'NPS 0-10', 'Yes/No'))
    select choice.group_key, choice.option_key::text as key, choice.text, coalesce(chosen.count, 0) as count, choice.sequence_no as place
    from choice left join chosen using (group_key, option_key) where choice.asked or chosen.count > 0
    union all
    select scale.group_key, scale.key, null, (select count(*)::int from given where given.group_key = scale.group_key and given.number = scale.number),
      case scale.key when 'Y' then 0 else scale.number + 1 end
    from scale
    order by 1, place`.execute(ctx.db)
  return rows
}
