import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { saleRefusals } from '../contract.ts'
import { findSaleLine } from './sale-rows.ts'

/** Returns one line of a sale (type N) or of a cancellation (type C). */
export const createGetDetail =
  (TransactionType: 'N' | 'C') =>
  async (ctx: Ctx, { InvoiceNo, SequenceNo }: { InvoiceNo: string; SequenceNo: number }) => {
    const line = await findSaleLine(ctx.db, { InvoiceNo, TransactionType }, SequenceNo, visibleOutlets(ctx.actor))
    if (!line) throw saleRefusals.notFound()
    return line
  }
