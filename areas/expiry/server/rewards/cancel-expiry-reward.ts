import { cancelRedeem } from '#areas/customer-rewards/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/rewards.ts'
import { createExpiryRewardLogEntry, readExpiryReward } from './expiry-rewards.ts'

/** Cancels an expiry reward before its claim. Another reward can then be offered for the month. */
export async function cancelExpiryReward(
  ctx: Ctx,
  { ReferenceCode, Remark }: Input<typeof contract.cancelExpiryReward>,
) {
  await cancelRedeem(ctx, { ReferenceCode, Reason: Remark })
  ctx.audit(...createExpiryRewardLogEntry('Cancel Point Expiry Reward', ReferenceCode))
  return readExpiryReward(ctx, ReferenceCode)
}
