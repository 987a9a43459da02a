import { requestApproval } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addAdjustment as endpoint } from '../../contract.ts'
import { ADJUSTMENT_KIND, readAdjustment, readPendingAdjustment } from './adjustments.ts'
import { readAdjustmentLimit, validateAdjustment } from './validate-adjustment.ts'
import { writeAdjustment } from './write-adjustment.ts'

/** Writes the adjustment if it is within the caller's limit; otherwise requests approval. */
export async function addAdjustment(ctx: Ctx, input: Input<typeof endpoint>) {
  const { staffId: StaffId, userId: CreatedById, outletCode: OutletCode } = ctx.actor
  if (input.PointAmount <= (await readAdjustmentLimit(ctx))) {
    const HistoryId = await writeAdjustment(ctx, input, { StaffId, CreatedById, OutletCode, Key: ctx.requestId })
    const adjustment = await readAdjustment(ctx, HistoryId)
    ctx.audit(
      'Add Point Adjustment',
      'PointHistory',
      HistoryId,
      `Add Point Adjustment in Points. MembershipNo - ${adjustment.MembershipNo}, Points - ${adjustment.Points}`,
    )
    return adjustment
  }

  const { member } = await validateAdjustment(ctx, input)
  const ApprovalId = await requestApproval(ctx, {
    Kind: ADJUSTMENT_KIND,
    ObjectType: 'PointAdjustment',
    ObjectId: ctx.requestId,
    Summary: {
      key: input.TransactionType === 'Adjust In' ? 'approvals:summary.adjustIn' : 'approvals:summary.adjustOut',
      params: { points: input.PointAmount, name: member.FullName, reason: input.ReasonCode },
    },
    Payload: { ...input, MembershipNo: member.MembershipNo, StaffId },
    Privilege: 'Approve Adjustment',
    MembershipNo: member.MembershipNo,
  })
  return readPendingAdjustment(ctx, ApprovalId)
}
