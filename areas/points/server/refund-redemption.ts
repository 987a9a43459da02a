import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { requirePointBalance } from './rows.ts'
import { refundTakenPoints } from './take-points.ts'

/**
 * Refunds the points of a redemption once.
 * Points that were spent on a reward are refunded only by cancelling the reward.
 */
export async function refundRedemption(ctx: Ctx, { HistoryId, Remark }: Input<typeof contract.refundRedemption>) {
  const entry = await ctx.db
    .selectFrom('PointHistory')
    .select(['MembershipNo', 'TransactionType', 'ReferenceCode'])
    .where('HistoryId', '=', HistoryId)
    .executeTakeFirst()
  if (!entry) throw contract.pointRefusals.entryNotFound()
  const { TransactionType, ReferenceCode, MembershipNo } = entry
  if (TransactionType !== 'Redeem') throw contract.pointRefusals.notARedemption()
  if (ReferenceCode !== null) throw contract.pointRefusals.ofReward({ ReferenceCode })

  const Refunded = await refundTakenPoints(ctx, HistoryId, Remark)

  ctx.audit('Refund Redemption', 'PointHistory', HistoryId, `Refund Redemption in Points. HistoryId - ${HistoryId}`)
  return { Refunded, Balance: await requirePointBalance(ctx, MembershipNo) }
}
