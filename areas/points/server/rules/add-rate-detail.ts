import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { auditVersion, countVersion, insertVersion, lockRate, readVersion } from './rate-rows.ts'

/** Adds a dated version to a rate. */
export async function addRateDetail(ctx: Ctx, wish: Input<typeof contract.addRateDetail>) {
  const rate = await lockRate(ctx, wish.RateId)
  if (rate.Status === 'Deleted') throw refusals.rateNotFound()
  const RateDetailId = await insertVersion(ctx, wish)
  await countVersion(ctx, rate)
  auditVersion(ctx, 'Add', RateDetailId)
  return readVersion(ctx, RateDetailId)
}
