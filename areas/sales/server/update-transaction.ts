import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { findSale } from './sale-rows.ts'

/** Updates the remarks of a sale; all other fields of a posted sale are immutable. */
export const createUpdateTransaction =
  (TransactionType: 'N' | 'C') =>
  async (ctx: Ctx, { InvoiceNo, Remarks }: Input<typeof contract.updateSale>) => {
    const key = { InvoiceNo, TransactionType }
    const sale = await findSale(ctx.db, key, visibleOutlets(ctx.actor))
    if (!sale) throw contract.saleRefusals.notFound()

    await ctx.db
      .updateTable('TransactionSummary')
      .set({ Remarks: Remarks ?? null })
      .where('TransactionId', '=', sale.TransactionId)
      .execute()

    ctx.audit(
      'Update Customer Transaction',
      'Transaction',
      InvoiceNo,
      `Update Customer Transaction in Customer Transaction. InvoiceNo - ${InvoiceNo}`,
    )
    return { ...sale, Remarks: Remarks ?? null }
  }
