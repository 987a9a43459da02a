import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'
import { findSale, outletOf } from './sale-rows.ts'

/** One sale (N) or cancellation (C) with its lines. */
export const getTransaction =
  (TransactionType: 'N' | 'C') =>
  async (ctx: Ctx, { InvoiceNo }: { InvoiceNo: string }) => {
    const sale = await findSale(ctx.db, { InvoiceNo, TransactionType }, outletOf(ctx.actor))
    if (!sale) throw refusals.notFound()
    return sale
  }
