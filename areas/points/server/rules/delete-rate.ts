import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { lockRate, readRate } from './rate-rows.ts'

/** Marks a rate as Deleted. Points that were given by it stay, and still name it. */
export async function deleteRate(ctx: Ctx, { RateId }: Input<typeof contract.deleteRate>) {
  const rate = await lockRate(ctx, RateId)
  if (rate.Status === 'Deleted') throw refusals.rateDeleted()

  await ctx.db
    .updateTable('PointRate')
    .set({ Status: 'Deleted', Version: rate.Version + 1, UpdatedAt: ctx.now })
    .where('RateId', '=', RateId)
    .execute()

  ctx.audit('Delete Point Rate', 'PointRate', RateId, `Delete Point Rate in Point Rate. RateId - ${RateId}`)
  return readRate(ctx, RateId)
}
