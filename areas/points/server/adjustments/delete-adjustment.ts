import { requestApproval } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { deleteAdjustment as endpoint } from '../../contract.ts'
import { limitOf } from './limit.ts'
import { DELETE_ADJUSTMENT } from './names.ts'
import { adjustmentOf } from './rows.ts'
import { requireUnused, undoAdjustment } from './undo-adjustment.ts'

/** What needed a second person to be given or taken needs one to be taken back. */
export async function deleteAdjustment(ctx: Ctx, { HistoryId, Remark }: Input<typeof endpoint>) {
  const adjustment = await adjustmentOf(ctx, HistoryId)
  await requireUnused(ctx, adjustment)
  const points = Math.abs(adjustment.Points)
  if (points <= (await limitOf(ctx))) {
    await undoAdjustment(ctx, HistoryId, Remark ?? null, () => adjustmentOf(ctx, HistoryId))
    return { ...(await adjustmentOf(ctx, HistoryId)), PendingYN: 'N' as const }
  }
  await requestApproval(ctx, {
    Kind: DELETE_ADJUSTMENT,
    ObjectType: 'PointHistory',
    ObjectId: HistoryId,
    Summary: {
      key: 'approvals:summary.adjustDelete',
      params: { points: adjustment.Points, name: adjustment.FullName },
    },
    Payload: { HistoryId, Remark: Remark ?? null },
    Privilege: 'Approve Adjustment',
    MembershipNo: adjustment.MembershipNo,
  })
  return { ...adjustment, PendingYN: 'Y' as const }
}
