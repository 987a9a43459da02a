import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { refuseExpired } from './periods.ts'
import { auditVersion, lockVersion, readVersion } from './rate-rows.ts'

/** Marks a detail as Deleted; one that has ended is history and stays. Points that were given by it still name it. */
export async function deleteRateDetail(ctx: Ctx, { RateDetailId }: Input<typeof contract.deleteRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.detailDeleted()
  refuseExpired(ctx.today, detail)

  await ctx.db
    .updateTable('PointRateDetail')
    .set({ Status: 'Deleted', UpdatedAt: ctx.now })
    .where('RateDetailId', '=', RateDetailId)
    .execute()
  auditVersion(ctx, 'Delete', RateDetailId)
  return readVersion(ctx, RateDetailId)
}
