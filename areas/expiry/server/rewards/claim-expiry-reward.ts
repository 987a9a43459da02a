import { openCustomers } from '#areas/customers/server/index.ts'
import { findMember, takePoints } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract/rewards.ts'
import { getReward, lockReward, logged } from './expiry-rewards.ts'

const { rewardMoves, rewardRefusals: refusals } = contract

/** Hands over the voucher and takes its points, the soonest ending first; what ends goes before what stays. */
export async function claimExpiryReward(
  ctx: Ctx,
  { ReferenceCode, MembershipNo, VoucherNo, Remarks }: Input<typeof contract.claimExpiryReward>,
) {
  const { from, to } = rewardMoves.claim
  const reward = await lockReward(ctx, ReferenceCode)
  const holder = await findMember(ctx.db, reward.MembershipNo)
  if (![reward.MembershipNo, holder.MembershipNo].includes(MembershipNo)) throw refusals.otherMember()
  await openCustomers(ctx, [holder], 'Reward code')
  if (reward.Status !== from) throw refusals.notClaimable({ Status: reward.Status, MustBe: from })
  if (reward.ValidityTo < ctx.today) throw refusals.ended({ Date: reward.ValidityTo })

  const claims = reward.Claims + 1
  const { HistoryId } = await takePoints(ctx, {
    MembershipNo: reward.MembershipNo,
    Points: reward.Points,
    ObjectType: 'CustomerReward',
    ObjectValue: ReferenceCode,
    SourceKey: `claim:${ReferenceCode}:${claims}`,
    ReferenceCode,
    Remark: Remarks,
  })
  await ctx.db
    .updateTable('PointExpiryReward')
    .set({
      Status: to,
      Claims: claims,
      ClaimHistoryId: HistoryId,
      VoucherNo: VoucherNo ?? null,
      ClaimedById: ctx.actor.userId,
      ClaimedOutletCode: ctx.actor.outletCode,
      ClaimedDate: ctx.now,
      ...(Remarks && { Remarks }),
    })
    .where('ReferenceCode', '=', ReferenceCode)
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'point_expiry_reward_voucher'
        ? refusals.voucherTaken({ VoucherNo: VoucherNo ?? '' })
        : error
    })

  ctx.audit(...logged('Claim Reward', ReferenceCode))
  return getReward(ctx, ReferenceCode)
}
