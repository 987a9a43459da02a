import { findPendingRequestOfRecord } from '#areas/approvals/server/index.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { saleRefusals } from '../contract.ts'
import { MANUAL_SALE_APPROVAL_KIND } from './approval-kind.ts'
import { findSale } from './sale-rows.ts'

/** Returns one sale (type N) or cancellation (type C) with its lines and approval status. */
export const createGetTransaction =
  (TransactionType: 'N' | 'C') =>
  async (ctx: Ctx, { InvoiceNo }: { InvoiceNo: string }) => {
    const sale = await findSale(ctx.db, { InvoiceNo, TransactionType }, visibleOutlets(ctx.actor))
    if (!sale) throw saleRefusals.notFound()
    const Approval =
      sale.ApprovalStatus === null
        ? null
        : await findPendingRequestOfRecord(ctx, MANUAL_SALE_APPROVAL_KIND, sale.TransactionId)
    return { ...sale, Approval }
  }
