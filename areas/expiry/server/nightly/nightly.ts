import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, within } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { NIGHTLY_BATCH, SILENT_MINUTES } from '#kit/server/nightly.ts'
import type * as contract from '../../contract/nightly.ts'

const milliseconds = sql`(extract(epoch from ended_at - started_at) * 1000)::int`

const steps = sql`(select jsonb_agg(jsonb_build_object('Step', step, 'Done', done, 'Points', points, 'Chunks', chunks, 'FromKey', from_key,
    'ToKey', to_key, 'StartedAt', started_at, 'EndedAt', ended_at, 'Milliseconds', ${milliseconds}) order by place)
  from nightly_step where nightly_step.nightly_run_id = run.nightly_run_id)`

/** What the nightly batches did. One that gives no sign of life any more is reported as broken off, before the next one notes it. */
export const listNightlyRuns = ({ now }: Ctx, { Search }: Input<typeof contract.listNightlyRuns>) =>
  sqlList({
    from: sql`(select *, case when status = 'Running' and seen_at < ${now}::timestamptz - make_interval(mins => ${SILENT_MINUTES}::int)
      then 'Broken off' else status end as seen_status from nightly_run) run`,
    where: [equals('seen_status', Search.Status), within('business_date', Search.DateFrom, Search.DateTo)],
    select: sql<Omit<contract.NightlyRun, 'Steps'> & { Steps: contract.NightlyStep[] | null }>`
      nightly_run_id, business_date, started_at, ended_at, ${milliseconds} as milliseconds, seen_status as status, failure,
      (select coalesce(sum(done), 0)::bigint from nightly_step where nightly_step.nightly_run_id = run.nightly_run_id) as done,
      (select coalesce(sum(points), 0)::bigint from nightly_step where nightly_step.nightly_run_id = run.nightly_run_id) as points,
      ${steps} as steps`,
    tie: 'nightly_run_id',
    map: (nightlyRun) => ({ ...nightlyRun, Steps: (nightlyRun.Steps ?? []).map(displayed) }),
  })

/** Moments within JSON are not written as they leave. */
const displayed = (step: contract.NightlyStep) => ({
  ...step,
  StartedAt: moment(step.StartedAt),
  EndedAt: step.EndedAt && moment(step.EndedAt),
})
const moment = (written: string) => new Date(written).toISOString()

/** Has the nightly batch run now. What was done already is not done twice, so nobody need know how far it came. */
export async function runNightlyBatchNow(ctx: Ctx) {
  await ctx.services.announce(ctx, 'job', NIGHTLY_BATCH)
  ctx.audit('Run Night', 'NightlyRun', 'now', 'Run Night in Points.')
  return { AskedYN: 'Y' as const }
}
