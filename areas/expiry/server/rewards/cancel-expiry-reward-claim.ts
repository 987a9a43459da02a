import { givePointsBack } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract/rewards.ts'
import { getReward, lockReward, logged } from './reward-rows.ts'

const { rewardMoves, rewardRefusals: refusals } = contract

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
