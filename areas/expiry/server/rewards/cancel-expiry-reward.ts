import { cancelRedeem } from '#areas/customer-rewards/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/rewards.ts'
import { getReward, logged } from './expiry-rewards.ts'

/** Withdraws an offer that nobody claimed; its month is free for another. */
export async function cancelExpiryReward(
  ctx: Ctx,
  { ReferenceCode, Remark }: Input<typeof contract.cancelExpiryReward>,
) {
  await cancelRedeem(ctx, { ReferenceCode, Reason: Remark })
  ctx.audit(...logged('Cancel Point Expiry Reward', ReferenceCode))
  return getReward(ctx, ReferenceCode)
}
