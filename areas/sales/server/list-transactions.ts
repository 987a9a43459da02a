import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import * as contract from '../contract.ts'
import { outletOf, summaryColumns, summaryTables } from './sale-rows.ts'

const sortColumns = { PerformedAt: 't.performed_at', InvoiceNo: 't.invoice_no', TotalAmount: 't.total_amount' }

const cancelled = sql`exists (select from transaction_detail d where d.transaction_id = t.transaction_id and d.cancelled_quantity <> 0)`

/** Sales and cancellations; outlet staff see those of their outlet. */
export async function listTransactions(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof contract.listTransactions>,
) {
  const outlet = outletOf(ctx.actor) ?? (Search.OutletCode === 'HQ' ? undefined : Search.OutletCode)
  const given = [
    outlet && sql`t.outlet_code = ${outlet.toUpperCase()}`,
    Search.InvoiceNo &&
      sql`(t.invoice_no = ${Search.InvoiceNo.toUpperCase()} or t.original_invoice_no = ${Search.InvoiceNo.toUpperCase()})`,
    Search.SalesOrder && sql`t.sales_order = ${Search.SalesOrder.toUpperCase()}`,
    Search.MembershipNo &&
      sql`(t.membership_no = ${Search.MembershipNo.toUpperCase()} or t.claimed_membership_no = ${Search.MembershipNo.toUpperCase()})`,
    Search.CustomerId &&
      sql`(t.customer_id = ${Search.CustomerId} or t.claimed_membership_no in (select membership_no from membership where customer_id = ${Search.CustomerId}))`,
    Search.TransactionType && sql`t.transaction_type = ${Search.TransactionType}`,
    Search.SalesPersonCode && sql`t.sales_person_code = ${Search.SalesPersonCode.toUpperCase()}`,
    Search.Source && sql`t.source = ${Search.Source}`,
    Search.DateFrom && sql`t.business_date >= ${Search.DateFrom}`,
    Search.DateTo && sql`t.business_date <= ${Search.DateTo}`,
    Search.ProductGroup &&
      sql`exists (select from transaction_detail d where d.transaction_id = t.transaction_id and d.product_group = ${Search.ProductGroup.toUpperCase()})`,
    Search.AmountFrom && sql`t.net_amount >= ${Search.AmountFrom}`,
    Search.AmountTo && sql`t.net_amount <= ${Search.AmountTo}`,
    Search.CancelledYN && (Search.CancelledYN === 'Y' ? sql`${cancelled}` : sql`not ${cancelled}`),
    Search.WalkInYN &&
      (Search.WalkInYN === 'Y'
        ? sql`t.membership_no is null and t.claimed_membership_no is null`
        : sql`coalesce(t.membership_no, t.claimed_membership_no) is not null`),
  ]
  const where = sql`where ${allOf(given)}`
  const order = sql.raw(
    SortOption === contract.AS_SPECIFIED
      ? 't.performed_at, t.invoice_no, t.total_amount desc, t.transaction_id'
      : `${sortColumns[SortOption]} ${SortDirection}, t.transaction_id ${SortDirection}`,
  )

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from transaction_summary t ${where}`.execute(ctx.db),
    sql<contract.Summary>`
      select ${summaryColumns} from ${summaryTables} ${where}
      order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
