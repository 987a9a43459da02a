import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { browsedOutlet } from '#areas/customers/server/index.ts'
import type { Settings } from '#areas/setup/contract/catalogue.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Endpoint, Input, Reply } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Filter } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { type Route, serve } from '#kit/server/serve.ts'
import { DAYS_BACK, type ReadFrom, type Report, refusals } from '../contract/report.ts'

// One engine for all reports: what is asked for is settled once, rows and totals come from one query.

/** What a query is given: the filters, the days, and the outlet that it keeps to; null: all of them. */
export type Asked<Call extends Endpoint> = Input<Call> & {
  outlet: string | null
  from: string
  until: string
  /** What the company decided about reports. */
  settings: Settings
}

type Sql = RawBuilder<unknown>

/** Rows as for a list (kit/server/list.ts), and what is added up over all of them. */
export type Query = {
  with?: Sql
  from: Sql
  select: Sql
  where?: readonly Filter[]
  page?: { keys: Sql; joins: Sql; as?: string }
  sort?: Record<string, string | Sql | ((direction: Sql) => Sql)>
  tie: Sql
  /** `sum(t.net) as net`: over `from` with the same filters, before pages are cut. */
  totals: Sql
  /** What a row is, where that is not what was selected. */
  map?: (row: never) => unknown
  /** Why a report without any row is no answer. */
  none?: () => Refusal
  /** Its groups come in the order of an index. Left to itself the planner would rather make a table of them in memory, which takes half as long again. */
  inOrder?: boolean
}

/** Heavy reading waits in line, so that counters do not wait for it; nobody holds up the reports of all others. */
const AT_ONCE = 4
const OF_ONE_USER = 2
const inLine = limitConcurrency(AT_ONCE, { each: OF_ONE_USER })

/** A report's call, and what it is the call of. */
export type Answered = Route & { report: Report }

/** A report's call, answered by its query. */
export const answer = <Filters extends z.ZodRawShape, Row extends z.ZodRawShape, Totals extends z.ZodRawShape>(
  report: Report<Filters, Row, Totals>,
  queryOf: (ctx: Ctx, asked: Asked<Report<Filters, Row, Totals>['call']>) => Query | Promise<Query>,
): Answered => {
  const { call } = report as unknown as Report
  const list = async (ctx: Ctx, input: Input<typeof call>) => {
    const asked = settle(ctx, report as unknown as Report, input, await settings(ctx))
    // Groups of a whole company are counted in memory; four at once at most. Each is planned for its own days: a plan for any would
    // take two years to be as few sales as a week.
    await sql`select set_config('work_mem', '64MB', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
      ctx.db,
    )
    const { with: common, totals, inOrder, ...query } = await queryOf(ctx, asked as never)
    if (inOrder) await sql`select set_config('enable_hashagg', 'off', true)`.execute(ctx.db)
    const dated = report.declared.dates !== undefined
    const also = {
      From: dated ? asked.from : null,
      Until: dated ? asked.until : null,
      GeneratedAt: (ctx.source?.asAt ?? ctx.now).toISOString(),
      ReadFrom: readFrom(ctx),
      GeneratedBy: ctx.actor.name,
    }
    const added = { select: totals, names: Object.keys(report.declared.totals) }
    return sqlList({ ...query, ...(common && { with: common }), totals: added, also } as never) as never
  }
  const route = serve(
    call,
    list as (ctx: Ctx, input: Input<typeof call>) => Promise<Reply<typeof call>>,
    'report',
    inLine,
  )
  return { ...route, report: report as unknown as Report }
}

/** What anyone who reads it should know of where that was; nothing where there is no replica, or where it needed not be read. */
const readFrom = ({ source }: Ctx): ReadFrom => {
  if (source?.from === 'Replica') return 'Replica'
  if (source?.why === 'away') return 'Primary, Replica Away'
  return source?.why === 'late' ? 'Primary, Replica Late' : 'Primary'
}

/** Days and outlet as they are meant; what may not be asked for is refused. */
function settle(ctx: Ctx, { declared }: Report, input: Record<string, unknown>, own: Settings) {
  const { dates, named = [], amounts = [] } = declared
  const isNamed = named.some((field) => input[field] !== undefined)
  // Of somebody whom one names one sees each sale anyway.
  const mayAsk = isNamed || ctx.actor.privileges.has('View Sales Information')
  if (!mayAsk && amounts.some((field) => input[field] !== undefined)) throw refusals.amountsHidden()
  const [first, last] = dates ?? []
  const until = (last && (input[last] as string | undefined)) ?? ctx.today
  const from = (first && (input[first] as string | undefined)) ?? daysBefore(until, declared.daysBack ?? DAYS_BACK)
  if (until < from) throw refusals.datesReversed()
  const Years = own['reports.yearsMost']
  if (until > yearsAfter(from, Years) && !isNamed) throw refusals.tooLong({ Years })
  return { ...input, from, until, settings: own, outlet: outletFor(ctx, input.OutletCode as string | undefined) }
}

/** Head office may name an outlet, and HQ means all of them; everybody else is kept to their own. */
export function outletFor(ctx: Ctx, requested: string | undefined): string | null {
  const own = browsedOutlet(ctx)
  const code = requested?.toUpperCase()
  if (own === null) return code && code !== 'HQ' ? code : null
  if (code && code !== own) throw refusals.otherOutlet()
  return own
}

const DAY_MS = 86_400_000
const daysBefore = (date: string, days: number) => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)
const yearsAfter = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
