import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { auditVersion, lockVersion, readVersion, refuseOverlap } from './rate-rows.ts'

/** Undoes a delete within 30 seconds. */
export async function restoreRateDetail(ctx: Ctx, { RateDetailId }: Input<typeof contract.restoreRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status !== 'Deleted') throw refusals.detailNotDeleted()
  refuseLateUndo(ctx, detail.UpdatedAt, refusals.undoOver)

  await ctx.db
    .updateTable('PointRateDetail')
    .set({ Status: 'Active', UpdatedAt: ctx.now })
    .where('RateDetailId', '=', RateDetailId)
    .execute()
    .catch(refuseOverlap)
  auditVersion(ctx, 'Restore', RateDetailId)
  return readVersion(ctx, RateDetailId)
}
