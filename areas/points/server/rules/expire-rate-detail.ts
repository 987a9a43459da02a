import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { refuseExpired, statusOn } from './periods.ts'
import { auditVersion, lockVersion, readVersion } from './rate-rows.ts'

/**
 * Ends a detail that runs, at once: what was sold before this moment earns by it whenever it is entered, what is sold later
 * does not, and the rest of the day is free for another detail.
 */
export async function expireRateDetail(ctx: Ctx, { RateDetailId }: Input<typeof contract.expireRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.detailDeleted()
  refuseExpired(ctx.today, detail)
  if (statusOn(ctx.today, detail) === 'Inactive') throw refusals.notStarted({ Date: detail.EffectiveFrom })

  await ctx.db
    .updateTable('PointRateDetail')
    .set({ EffectiveTo: ctx.today, ExpiredAt: ctx.now, UpdatedAt: ctx.now })
    .where('RateDetailId', '=', RateDetailId)
    .execute()
  auditVersion(ctx, 'Expire', RateDetailId)
  return readVersion(ctx, RateDetailId)
}
