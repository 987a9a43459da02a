import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import type { Adjustment, listAdjustments as endpoint } from '../../contract.ts'
import { adjustments } from './rows.ts'

const sortColumns = { SequenceNo: 'sequence_no', BusinessDate: 'business_date', MembershipNo: 'membership_no' }

export async function listAdjustments(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection, TransactionStartDate, TransactionEndDate }: Input<typeof endpoint>,
) {
  const given = [
    Search.MembershipNo && sql`membership_no = ${Search.MembershipNo}`,
    Search.InvoiceNo && sql`invoice_no = ${Search.InvoiceNo.toUpperCase()}`,
    Search.TransactionType && sql`transaction_type = ${Search.TransactionType}`,
    Search.ReasonCode && sql`reason_code = ${Search.ReasonCode}`,
    Search.Status && sql`status = ${Search.Status}`,
    Search.OutletCode && sql`outlet_code = ${Search.OutletCode}`,
    TransactionStartDate && sql`business_date >= ${TransactionStartDate}`,
    TransactionEndDate && sql`business_date <= ${TransactionEndDate}`,
  ]
  const rows = sql`from ${adjustments(ctx)} where ${allOf(given)}`
  const order = sql.raw(
    `${sortColumns[SortOption]} ${SortDirection}, created_at ${SortDirection}, entry_key ${SortDirection}`,
  )

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count ${rows}`.execute(ctx.db),
    sql<Adjustment>`select * ${rows} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
