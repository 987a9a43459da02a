import { sql } from 'kysely'
import { NIGHT, SILENT_MINUTES } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, type Filter } from '#kit/server/page.ts'
import type * as contract from '../../contract/nights.ts'

const sortColumns = { StartedAt: 'started_at', BusinessDate: 'business_date' }
const milliseconds = sql`(extract(epoch from ended_at - started_at) * 1000)::int as milliseconds`

/** What the nights did. One that gives no sign of life any more is told as broken off, before the next one notes it. */
export async function listNights(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof contract.listNights>,
) {
  const { Status, DateFrom, DateTo } = Search
  const runs = sql`(select *, case when status = 'Running' and seen_at < ${ctx.now}::timestamptz - make_interval(mins => ${SILENT_MINUTES}::int)
    then 'Broken off' else status end as told from night_run) run`
  const given: Filter[] = []
  if (Status) given.push(sql`told = ${Status}`)
  if (DateFrom) given.push(sql`business_date >= ${DateFrom}`)
  if (DateTo) given.push(sql`business_date <= ${DateTo}`)
  const where = sql`where ${allOf(given)}`
  const order = sql.raw(`${sortColumns[SortOption]} ${SortDirection}, night_run_id ${SortDirection}`)
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from ${runs} ${where}`.execute(ctx.db),
    sql<Omit<contract.Night, 'Steps'>>`
      select night_run_id, business_date, started_at, ended_at, ${milliseconds}, told as status, failure,
        (select coalesce(sum(done), 0)::bigint from night_step where night_step.night_run_id = run.night_run_id) as done,
        (select coalesce(sum(points), 0)::bigint from night_step where night_step.night_run_id = run.night_run_id) as points
      from ${runs} ${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  const { rows: steps } = await sql<contract.NightStep & { NightRunId: number }>`
    select night_run_id, step, done, points, portions, from_key, to_key, started_at, ended_at, ${milliseconds} from night_step
    where night_run_id = any(${page.rows.map(({ NightRunId }) => NightRunId)}::bigint[]) order by night_run_id, place`.execute(
    ctx.db,
  )
  const stepsOf = (run: number) =>
    steps.filter(({ NightRunId }) => NightRunId === run).map(({ NightRunId: _run, ...step }) => step)
  return { count: counted.rows[0]!.Count, rows: page.rows.map((run) => ({ ...run, Steps: stepsOf(run.NightRunId) })) }
}

/** Has the work of the night done now. What was done already is not done twice, so nobody need know how far it came. */
export async function runNightNow(ctx: Ctx) {
  await ctx.services.announce(ctx, 'job', NIGHT)
  ctx.audit('Run Night', 'NightRun', 'now', 'Run Night in Points.')
  return { AskedYN: 'Y' as const }
}
