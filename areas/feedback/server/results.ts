import { sql } from 'kysely'
import { resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, equals } from '#kit/server/filters.ts'
import type * as contract from '../contract.ts'
import { type FeedbackResults, type Nps, type QuestionResult, type ResultSlice, responseRefusals } from '../contract.ts'
import { createResponseFilters } from './responses.ts'
import {
  answerCountsSql,
  questionResultsSql,
  ratedResponsesCte,
  resultGroupings,
  scoreCountsSql,
} from './result-tables.ts'

type Counts = { Answers: number; Promoters: number; Detractors: number }

export function calculateNps({ Answers, Promoters, Detractors }: Counts): Nps | null {
  if (Answers === 0) return null
  const Passives = Answers - Promoters - Detractors
  return { Answers, Promoters, Passives, Detractors, Score: Math.round(((Promoters - Detractors) * 100) / Answers) }
}

type Filters = Input<typeof contract.getFeedbackResults>

/** The CTE of the active responses that match the filters. */
const countedResponses = (ctx: Ctx, filters: Filters) => sql`counted_response as materialized (
  select r.* from feedback_response r where ${allOf([sql`r.status = 'Active'`, ...createResponseFilters(ctx, filters)])})`

export async function getFeedbackResults(ctx: Ctx, filters: Filters): Promise<FeedbackResults> {
  const [head, Questions, invitations, groups] = await Promise.all([
    headOf(ctx, filters),
    questionsOf(ctx, filters),
    invitationCountsOf(ctx, filters),
    slicesOf(ctx, filters),
  ])
  return { ...head, ...invitations, ...groups, Questions }
}

async function headOf(ctx: Ctx, filters: Filters) {
  const { rows } = await sql<Counts & { Responses: number; LowScores: number }>`
    with ${countedResponses(ctx, filters)}
    select count(*)::int as responses, count(*) filter (where low_score_yn = 'Y')::int as low_scores, ${scoreCountsSql('nps')} from counted_response`.execute(
    ctx.db,
  )
  const { Responses, LowScores, ...counts } = rows[0]!
  return { Responses, LowScores, Nps: calculateNps(counts) }
}

async function invitationCountsOf(ctx: Ctx, { FeedbackId, OutletCode, DateFrom, DateTo, Source }: Filters) {
  const outlet = resolveOutletFilter(ctx, OutletCode, responseRefusals.otherOutlet)
  const { rows } = await sql<{ Invited: number; Answered: number; ResponseRate: string | null }>`
    select count(*)::int as invited, count(*) filter (where i.status = 'Answered')::int as answered, round(count(*) filter (where i.status = 'Answered') * 100.0 / nullif(count(*), 0), 1)::text as response_rate
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

async function slicesOf(ctx: Ctx, filters: Filters) {
  const groupings = Object.entries(resultGroupings).map(
    ([kind, { key, name }]) => sql`
      select ${kind}::text as kind, ${key} as key, ${name} as name, count(*)::int as responses, ${scoreCountsSql('r.nps')},
        round(sum(r.rating_sum)::numeric / nullif(sum(r.ratings), 0), 2)::text as average
      from rated r where ${key} is not null group by 2, 3`,
  )
  const { rows } = await sql<SliceRow>`
    with ${countedResponses(ctx, filters)},
    ${ratedResponsesCte}
    select * from (${sql.join(groupings, sql` union all `)}) slice order by kind, case when kind = 'ByMonth' then key end, responses desc, key`.execute(
    ctx.db,
  )
  const rowsOf = (kind: string): ResultSlice[] =>
    rows
      .filter(({ Kind }) => Kind === kind)
      .map(({ Key, Name, Responses, Average, ...counts }) => ({
        Key,
        Name: Name ?? Key,
        Responses,
        Nps: calculateNps(counts),
        Average,
      }))
  return {
    ByMonth: rowsOf('ByMonth'),
    ByOutlet: rowsOf('ByOutlet'),
    ByLanguage: rowsOf('ByLanguage'),
    ByStaff: rowsOf('ByStaff'),
  }
}

type QuestionRow = Counts & Omit<QuestionResult, 'Nps' | 'Options' | 'Answers'> & { Given: number }
type OptionRow = { GroupKey: number; Key: string; Text: string | null; Count: number }

async function questionsOf(ctx: Ctx, filters: Filters): Promise<QuestionResult[]> {
  const form = sql`item.feedback_id = ${filters.FeedbackId}`
  const { rows } = await sql<QuestionRow>`
    with ${countedResponses(ctx, filters)}
    select group_key, sequence_no, question_type, given, versions, average, question, answers, promoters, detractors
    from (${questionResultsSql(form)}) question order by status = 'Active' desc, sequence_no, group_key`.execute(ctx.db)
  const { rows: optionRows } = await sql<OptionRow>`
    with ${countedResponses(ctx, filters)} select group_key, key, text, count from (${answerCountsSql(form)}) option order by group_key, place`.execute(
    ctx.db,
  )
  return rows.map(({ Given, Answers, Promoters, Detractors, ...question }) => ({
    ...question,
    Answers: Given,
    Nps: question.QuestionType === 'NPS 0-10' ? calculateNps({ Answers, Promoters, Detractors }) : null,
    Options: optionRows
      .filter(({ GroupKey }) => GroupKey === question.GroupKey)
      .map(({ Key, Text, Count }) => ({
        Key,
        Text: Text ?? Key,
        Count,
        Percent: Given === 0 ? null : ((Count * 100) / Given).toFixed(1),
      })),
  }))
}
