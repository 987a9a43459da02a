import { requestApproval } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addAdjustment as endpoint } from '../../contract.ts'
import { ADJUSTMENT, adjustmentOf, waitingAdjustment } from './adjustments.ts'
import { judge, limitOf } from './judge.ts'
import { writeAdjustment } from './write-adjustment.ts'

/** Within the caller's limit it counts at once; above, it waits for somebody else and counts nowhere. */
export async function addAdjustment(ctx: Ctx, wish: Input<typeof endpoint>) {
  const { staffId: StaffId, userId: CreatedById, outletCode: OutletCode } = ctx.actor
  if (wish.PointAmount <= (await limitOf(ctx))) {
    const HistoryId = await writeAdjustment(ctx, wish, { StaffId, CreatedById, OutletCode, Key: ctx.requestId })
    const adjustment = await adjustmentOf(ctx, HistoryId)
    ctx.audit(
      'Add Point Adjustment',
      'PointHistory',
      HistoryId,
      `Add Point Adjustment in Points. MembershipNo - ${adjustment.MembershipNo}, Points - ${adjustment.Points}`,
    )
    return adjustment
  }

  const { member } = await judge(ctx, wish)
  const ApprovalId = await requestApproval(ctx, {
    Kind: ADJUSTMENT,
    ObjectType: 'PointAdjustment',
    ObjectId: ctx.requestId,
    Summary: {
      key: wish.TransactionType === 'Adjust In' ? 'approvals:summary.adjustIn' : 'approvals:summary.adjustOut',
      params: { points: wish.PointAmount, name: member.FullName, reason: wish.ReasonCode },
    },
    Payload: { ...wish, MembershipNo: member.MembershipNo, StaffId },
    Privilege: 'Approve Adjustment',
    MembershipNo: member.MembershipNo,
  })
  return waitingAdjustment(ctx, ApprovalId)
}
