import { givePointsBack } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract/rewards.ts'
import { getReward, lockReward, logged } from './expiry-rewards.ts'

const { rewardMoves, rewardRefusals: refusals } = contract

/** Withdraws an offer that nobody claimed; its month is free for another. */
export async function cancelExpiryReward(
  ctx: Ctx,
  { ReferenceCode, Remark }: Input<typeof contract.cancelExpiryReward>,
) {
  const { from, to } = rewardMoves.cancel
  const reward = await lockReward(ctx, ReferenceCode)
  if (reward.Status !== from) throw refusals.notCancellable({ Status: reward.Status, MustBe: from })

  await ctx.db
    .updateTable('PointExpiryReward')
    .set({
      Status: to,
      CancelledById: ctx.actor.userId,
      CancelledOutletCode: ctx.actor.outletCode,
      CancelledDate: ctx.now,
      Remarks: Remark,
    })
    .where('ReferenceCode', '=', ReferenceCode)
    .execute()

  ctx.audit(...logged('Cancel Point Expiry Reward', ReferenceCode))
  return getReward(ctx, ReferenceCode)
}

/** Gives the member the reward and its points back: voucher and claimer are forgotten. */
export async function cancelExpiryRewardClaim(
  ctx: Ctx,
  { ReferenceCode, Remark }: Input<typeof contract.cancelExpiryRewardClaim>,
) {
  const { from, to } = rewardMoves.cancelClaim
  const reward = await lockReward(ctx, ReferenceCode)
  if (reward.Status !== from) throw refusals.notCancellable({ Status: reward.Status, MustBe: from })

  await givePointsBack(ctx, reward.ClaimHistoryId!, Remark)
  await ctx.db
    .updateTable('PointExpiryReward')
    .set({
      Status: to,
      ClaimHistoryId: null,
      VoucherNo: null,
      ClaimedById: null,
      ClaimedOutletCode: null,
      ClaimedDate: null,
      Remarks: Remark,
    })
    .where('ReferenceCode', '=', ReferenceCode)
    .execute()

  ctx.audit(...logged('Cancel Claim Reward', ReferenceCode))
  return getReward(ctx, ReferenceCode)
}
