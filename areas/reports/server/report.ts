import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { SettingValues } from '#areas/setup/contract/catalogue.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Endpoint, Input, Reply } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { RowFilter } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { type Route, serve } from '#kit/server/serve.ts'
import { DEFAULT_REPORT_PERIOD_DAYS, type DeclaredReport, type ReadFrom, reportRefusals } from '../contract/report.ts'

// Server code of all reports: it resolves period, outlet and settings, and reads rows and totals in one statement.

/** Filters of a report with the resolved period and outlet; a null outlet means all outlets. */
export type ReportQuery<Call extends Endpoint> = Input<Call> & {
  outlet: string | null
  from: string
  until: string
  settings: SettingValues
}

type Sql = RawBuilder<unknown>

/** SQL parts of a report's list (kit/server/list.ts) and of its totals. */
export type ReportSql = {
  with?: Sql
  from: Sql
  select: Sql
  where?: readonly RowFilter[]
  page?: { keys: Sql; joins: Sql; as?: string }
  sort?: Record<string, string | Sql | ((direction: Sql) => Sql)>
  tie: Sql
  /** SQL aggregates over all rows that the filters select, for example `sum(t.net) as net`. */
  totals: Sql
  /** Converts a selected row to a row of the reply. */
  map?: (row: never) => unknown
  /** Error that the endpoint returns if the report has no rows. */
  emptyRefusal?: () => Refusal
  /** True if reading groups in index order is faster than the hashing that PostgreSQL's planner would choose. */
  usesIndexOrder?: boolean
}

/** Maximum number of reports that run at once, so that tills do not wait; each user has a lower limit. */
const MAX_CONCURRENT = 4
const MAX_PER_USER = 2
const reportQueue = limitConcurrency(MAX_CONCURRENT, { maxPerCaller: MAX_PER_USER })

/** Route of a report's endpoint, with the declaration of the report. */
export type ReportRoute = Route & { report: DeclaredReport }

/** Serves a report; `buildStatement` returns the SQL parts for a query. */
export const serveReport = <Filters extends z.ZodRawShape, Row extends z.ZodRawShape, Totals extends z.ZodRawShape>(
  report: DeclaredReport<Filters, Row, Totals>,
  buildStatement: (
    ctx: Ctx,
    query: ReportQuery<DeclaredReport<Filters, Row, Totals>['call']>,
  ) => ReportSql | Promise<ReportSql>,
): ReportRoute => {
  const { call } = report as unknown as DeclaredReport
  const list = async (ctx: Ctx, input: Input<typeof call>) => {
    const query = toReportQuery(ctx, report as unknown as DeclaredReport, input, await readSettings(ctx))
    // The memory limit suffices for four reports at once.
    // Each report gets its own plan, because a generic plan would read two years like one week.
    await sql`select set_config('work_mem', '64MB', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
      ctx.db,
    )
    const { with: common, totals, usesIndexOrder, ...parts } = await buildStatement(ctx, query as never)
    if (usesIndexOrder) await sql`select set_config('enable_hashagg', 'off', true)`.execute(ctx.db)
    const hasPeriod = report.declared.dates !== undefined
    const extras = {
      From: hasPeriod ? query.from : null,
      Until: hasPeriod ? query.until : null,
      GeneratedAt: (ctx.source?.asAt ?? ctx.now).toISOString(),
      ReadFrom: readFrom(ctx),
      GeneratedBy: ctx.actor.name,
    }
    const totalsPart = { select: totals, names: Object.keys(report.declared.totals) }
    return sqlList({ ...parts, ...(common && { with: common }), totals: totalsPart, extras } as never) as never
  }
  const route = serve(
    call,
    list as (ctx: Ctx, input: Input<typeof call>) => Promise<Reply<typeof call>>,
    'report',
    reportQueue,
  )
  return { ...route, report: report as unknown as DeclaredReport }
}

/** Returns the database that was read; for the primary the value includes why the replica was not used. */
const readFrom = ({ source }: Ctx): ReadFrom => {
  if (source?.from === 'Replica') return 'Replica'
  if (source?.why === 'away') return 'Primary, Replica Away'
  return source?.why === 'late' ? 'Primary, Replica Late' : 'Primary'
}

/** Resolves period and outlet of a report, and rejects filters that need a privilege which the caller lacks. */
function toReportQuery(ctx: Ctx, { declared }: DeclaredReport, input: Record<string, unknown>, values: SettingValues) {
  const { dates, named = [], amounts = [] } = declared
  const isNamed = named.some((field) => input[field] !== undefined)
  // A caller who identifies a person may see this person's sales, so the filter by amount needs no privilege.
  const mayFilterAmounts = isNamed || ctx.actor.privileges.has('View Sales Information')
  if (!mayFilterAmounts && amounts.some((field) => input[field] !== undefined)) throw reportRefusals.amountsHidden()
  const [first, last] = dates ?? []
  const until = (last && (input[last] as string | undefined)) ?? ctx.today
  const from =
    (first && (input[first] as string | undefined)) ??
    daysBefore(until, declared.daysBack ?? DEFAULT_REPORT_PERIOD_DAYS)
  if (until < from) throw reportRefusals.datesReversed()
  const Years = values['reports.yearsMost']
  if (until > yearsAfter(from, Years) && !isNamed) throw reportRefusals.tooLong({ Years })
  return {
    ...input,
    from,
    until,
    settings: values,
    outlet: resolveReportOutlet(ctx, input.OutletCode as string | undefined),
  }
}

/**
 * Returns the outlet of the report, or null for all outlets.
 * Head office can request one outlet (none or HQ means all); other users get their own outlet.
 */
export function resolveReportOutlet(ctx: Ctx, requested: string | undefined): string | null {
  const ownOutlet = outletOfCallerLists(ctx)
  const code = requested?.toUpperCase()
  if (ownOutlet === null) return code && code !== 'HQ' ? code : null
  if (code && code !== ownOutlet) throw reportRefusals.otherOutlet()
  return ownOutlet
}

const DAY_MS = 86_400_000
const daysBefore = (date: string, days: number) => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)
const yearsAfter = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
