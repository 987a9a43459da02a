import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, isBetweenBounds } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { HEARTBEAT_TIMEOUT_MINUTES, NIGHTLY_JOB_NAME } from '#kit/server/nightly.ts'
import type * as contract from '../../contract/nightly.ts'

const milliseconds = sql`(extract(epoch from ended_at - started_at) * 1000)::int`

const steps = sql`(select jsonb_agg(jsonb_build_object('Step', step, 'Done', done, 'Points', points, 'Chunks', chunks, 'FromKey', from_key,
    'ToKey', to_key, 'StartedAt', started_at, 'EndedAt', ended_at, 'Milliseconds', ${milliseconds}) order by place)
  from nightly_step where nightly_step.nightly_run_id = run.nightly_run_id)`

/**
 * Lists the runs of the nightly batch with their steps.
 * A nightly run without a recent heartbeat is reported as Broken off, even before the next run stores that status.
 */
export const listNightlyRuns = ({ now }: Ctx, { Search }: Input<typeof contract.listNightlyRuns>) =>
  sqlList({
    from: sql`(select *, case when status = 'Running' and seen_at < ${now}::timestamptz - make_interval(mins => ${HEARTBEAT_TIMEOUT_MINUTES}::int)
      then 'Broken off' else status end as reported_status from nightly_run) run`,
    where: [equals('reported_status', Search.Status), isBetweenBounds('business_date', Search.DateFrom, Search.DateTo)],
    select: sql<Omit<contract.NightlyRun, 'Steps'> & { Steps: contract.NightlyStep[] | null }>`
      nightly_run_id, business_date, started_at, ended_at, ${milliseconds} as milliseconds, reported_status as status, failure,
      (select coalesce(sum(done), 0)::bigint from nightly_step where nightly_step.nightly_run_id = run.nightly_run_id) as done,
      (select coalesce(sum(points), 0)::bigint from nightly_step where nightly_step.nightly_run_id = run.nightly_run_id) as points,
      ${steps} as steps`,
    tie: 'nightly_run_id',
    map: (nightlyRun) => ({ ...nightlyRun, Steps: (nightlyRun.Steps ?? []).map(withIsoInstants) }),
  })

/** Converts times in jsonb to ISO 8601 in UTC, because PostgreSQL formats them differently. */
const withIsoInstants = (step: contract.NightlyStep) => ({
  ...step,
  StartedAt: toIso(step.StartedAt),
  EndedAt: step.EndedAt && toIso(step.EndedAt),
})
const toIso = (timestamp: string) => new Date(timestamp).toISOString()

/** Starts the nightly batch now. A start after a partial run is safe, because every step is idempotent. */
export async function runNightlyBatchNow(ctx: Ctx) {
  await ctx.services.announce(ctx, 'job', NIGHTLY_JOB_NAME)
  ctx.audit('Run Night', 'NightlyRun', 'now', 'Run Night in Points.')
  return { AskedYN: 'Y' as const }
}
