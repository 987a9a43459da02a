import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { auditVersion, changeVersion, lockVersion, readVersion } from './rate-rows.ts'

/** Moves the end of a detail that runs, or changes one that has not begun: sales name the detail they earned by. */
export async function updateRateDetail(ctx: Ctx, { RateDetailId, ...wish }: Input<typeof contract.updateRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.detailDeleted()
  await changeVersion(ctx, detail, wish)
  auditVersion(ctx, 'Update', RateDetailId)
  return readVersion(ctx, RateDetailId)
}
