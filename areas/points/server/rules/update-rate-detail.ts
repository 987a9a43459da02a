import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { periodAfter, refuseChangeWhileRunning } from './periods.ts'
import { auditVersion, lockVersion, readVersion, refuseOverlap } from './rate-rows.ts'

/** Moves the end of a detail that runs, or changes one that has not begun: sales name the detail they earned by. */
export async function updateRateDetail(
  ctx: Ctx,
  { RateDetailId, Amount, PointRate, ...dates }: Input<typeof contract.updateRateDetail>,
) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.detailDeleted()
  const period = periodAfter(ctx.today, detail, dates)
  refuseChangeWhileRunning(ctx.today, detail, { Amount, PointRate }, ['Amount', 'PointRate'])

  await ctx.db
    .updateTable('PointRateDetail')
    .set({ ...period, Amount, PointRate, UpdatedAt: ctx.now })
    .where('RateDetailId', '=', RateDetailId)
    .execute()
    .catch(refuseOverlap)
  auditVersion(ctx, 'Update', RateDetailId)
  return readVersion(ctx, RateDetailId)
}
