import { sql } from 'kysely'
import { NIGHT, SILENT_MINUTES } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, within } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract/nights.ts'

const milliseconds = sql`(extract(epoch from ended_at - started_at) * 1000)::int`

const steps = sql`(select jsonb_agg(jsonb_build_object('Step', step, 'Done', done, 'Points', points, 'Portions', portions, 'FromKey', from_key,
    'ToKey', to_key, 'StartedAt', started_at, 'EndedAt', ended_at, 'Milliseconds', ${milliseconds}) order by place)
  from night_step where night_step.night_run_id = run.night_run_id)`

/** What the nights did. One that gives no sign of life any more is told as broken off, before the next one notes it. */
export const listNights = ({ now }: Ctx, { Search }: Input<typeof contract.listNights>) =>
  sqlList({
    from: sql`(select *, case when status = 'Running' and seen_at < ${now}::timestamptz - make_interval(mins => ${SILENT_MINUTES}::int)
      then 'Broken off' else status end as told from night_run) run`,
    where: [equals('told', Search.Status), within('business_date', Search.DateFrom, Search.DateTo)],
    select: sql<Omit<contract.Night, 'Steps'> & { Steps: contract.NightStep[] | null }>`
      night_run_id, business_date, started_at, ended_at, ${milliseconds} as milliseconds, told as status, failure,
      (select coalesce(sum(done), 0)::bigint from night_step where night_step.night_run_id = run.night_run_id) as done,
      (select coalesce(sum(points), 0)::bigint from night_step where night_step.night_run_id = run.night_run_id) as points,
      ${steps} as steps`,
    tie: 'night_run_id',
    map: (night) => ({ ...night, Steps: (night.Steps ?? []).map(shown) }),
  })

/** Moments within JSON are not written as they leave. */
const shown = (step: contract.NightStep) => ({
  ...step,
  StartedAt: moment(step.StartedAt),
  EndedAt: step.EndedAt && moment(step.EndedAt),
})
const moment = (written: string) => new Date(written).toISOString()

/** Has the work of the night done now. What was done already is not done twice, so nobody need know how far it came. */
export async function runNightNow(ctx: Ctx) {
  await ctx.services.announce(ctx, 'job', NIGHT)
  ctx.audit('Run Night', 'NightRun', 'now', 'Run Night in Points.')
  return { AskedYN: 'Y' as const }
}
