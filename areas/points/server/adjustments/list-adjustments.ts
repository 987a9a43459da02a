import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, within } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type { Adjustment, listAdjustments as endpoint } from '../../contract.ts'
import { adjustments } from './rows.ts'

export const listAdjustments = (
  ctx: Ctx,
  { Search, TransactionStartDate, TransactionEndDate }: Input<typeof endpoint>,
) =>
  sqlList({
    from: adjustments(ctx),
    where: [
      equals('membership_no', Search.MembershipNo),
      equals('invoice_no', Search.InvoiceNo?.toUpperCase()),
      equals('transaction_type', Search.TransactionType),
      equals('reason_code', Search.ReasonCode),
      equals('status', Search.Status),
      equals('outlet_code', Search.OutletCode),
      within('business_date', TransactionStartDate, TransactionEndDate),
    ],
    select: sql<Adjustment>`*`,
    tie: (way) => sql`created_at ${way}, entry_key ${way}`,
  })
