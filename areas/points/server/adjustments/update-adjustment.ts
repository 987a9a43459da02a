import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { updateAdjustment as endpoint } from '../../contract.ts'
import { readAdjustment } from './adjustments.ts'
import { findSaleOfMember } from './validate-adjustment.ts'

/** Updates remark and references of an adjustment; its points in the ledger never change. */
export async function updateAdjustment(ctx: Ctx, { HistoryId, Remark, InvoiceNo }: Input<typeof endpoint>) {
  const { MembershipNo } = await readAdjustment(ctx, HistoryId)
  const sale = InvoiceNo !== undefined && {
    InvoiceNo,
    TransactionId: await findSaleOfMember(ctx, InvoiceNo, MembershipNo),
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
  return readAdjustment(ctx, HistoryId)
}
