import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { lockRate, readRate, refuseTakenObject } from './rate-rows.ts'

/** Undoes a delete within 30 seconds. */
export async function restoreRate(ctx: Ctx, { RateId }: Input<typeof contract.restoreRate>) {
  const rate = await lockRate(ctx, RateId)
  if (rate.Status !== 'Deleted') throw refusals.rateNotDeleted()
  refuseLateUndo(ctx, rate.UpdatedAt, refusals.undoOver)

  const before = await statusBeforeDelete(ctx, 'PointRate', RateId)
  await ctx.db
    .updateTable('PointRate')
    .set({ Status: before === 'Active' ? 'Active' : 'Inactive', Version: rate.Version + 1, UpdatedAt: ctx.now })
    .where('RateId', '=', RateId)
    .execute()
    .catch(refuseTakenObject(rate.Brand))

  ctx.audit('Restore Point Rate', 'PointRate', RateId, `Restore Point Rate in Point Rate. RateId - ${RateId}`)
  return readRate(ctx, RateId)
}
