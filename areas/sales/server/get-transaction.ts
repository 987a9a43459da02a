import { findRecordRequest } from '#areas/approvals/server/index.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'
import { MANUAL_SALE } from './approval-kind.ts'
import { findSale } from './sale-rows.ts'

/** Returns one sale (type N) or cancellation (type C) with its lines and approval status. */
export const getTransaction =
  (TransactionType: 'N' | 'C') =>
  async (ctx: Ctx, { InvoiceNo }: { InvoiceNo: string }) => {
    const sale = await findSale(ctx.db, { InvoiceNo, TransactionType }, visibleOutlets(ctx.actor))
    if (!sale) throw refusals.notFound()
    const Approval = sale.ApprovalStatus === null ? null : await findRecordRequest(ctx, MANUAL_SALE, sale.TransactionId)
    return { ...sale, Approval }
  }
