import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { updateAdjustment as endpoint } from '../../contract.ts'
import { adjustmentOf } from './adjustments.ts'
import { saleOf } from './validate-adjustment.ts'

/** Updates remark and references of an adjustment; its points in the ledger never change. */
export async function updateAdjustment(ctx: Ctx, { HistoryId, Remark, InvoiceNo }: Input<typeof endpoint>) {
  const { MembershipNo } = await adjustmentOf(ctx, HistoryId)
  const sale = InvoiceNo !== undefined && {
    InvoiceNo,
    TransactionId: await saleOf(ctx, InvoiceNo, MembershipNo),
  }
  if (Remark !== undefined || sale)
    await ctx.db
      .updateTable('PointHistory')
      .set({ ...(Remark !== undefined && { Remark }), ...sale })
      .where('HistoryId', '=', HistoryId)
      .execute()
  ctx.audit(
    'Update Point Adjustment',
    'PointHistory',
    HistoryId,
    `Update Point Adjustment in Points. HistoryId - ${HistoryId}`,
  )
  return adjustmentOf(ctx, HistoryId)
}
