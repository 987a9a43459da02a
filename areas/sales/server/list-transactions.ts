import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, equals, isBetweenBounds } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import * as contract from '../contract.ts'
import { isOfListedOutlets, saleSummaryColumns, saleSummaryJoins } from './sale-rows.ts'

const cancelled = sql`exists (select from transaction_detail d where d.transaction_id = t.transaction_id and d.cancelled_quantity <> 0)`

/** Lists sales and cancellations; outlet staff see those of their own outlet. */
export function listTransactions({ actor }: Ctx, { Search }: Input<typeof contract.listTransactions>) {
  const MembershipNo = Search.MembershipNo?.toUpperCase()
  const InvoiceNo = Search.InvoiceNo?.toUpperCase()
  return sqlList({
    from: sql`transaction_summary t`,
    select: sql<contract.Summary>`${saleSummaryColumns}`,
    page: { keys: sql`t.*`, joins: saleSummaryJoins, as: 't' },
    where: [
      isOfListedOutlets(actor, Search.OutletCode),
      InvoiceNo && anyOf([equals('t.invoice_no', InvoiceNo), equals('t.original_invoice_no', InvoiceNo)]),
      equals('t.sales_order', Search.SalesOrder?.toUpperCase()),
      MembershipNo && anyOf([equals('t.membership_no', MembershipNo), equals('t.claimed_membership_no', MembershipNo)]),
      Search.CustomerId &&
        sql`(t.customer_id = ${Search.CustomerId} or t.claimed_membership_no in (select membership_no from membership where customer_id = ${Search.CustomerId}))`,
      equals('t.transaction_type', Search.TransactionType),
      equals('t.sales_person_code', Search.SalesPersonCode?.toUpperCase()),
      equals('t.source', Search.Source),
      isBetweenBounds('t.business_date', Search.DateFrom, Search.DateTo),
      Search.ProductGroup &&
        sql`exists (select from transaction_detail d where d.transaction_id = t.transaction_id and d.product_group = ${Search.ProductGroup.toUpperCase()})`,
      isBetweenBounds('t.net_amount', Search.AmountFrom, Search.AmountTo),
      Search.CancelledYN && (Search.CancelledYN === 'Y' ? cancelled : sql`not ${cancelled}`),
      Search.WalkInYN &&
        (Search.WalkInYN === 'Y'
          ? sql`t.membership_no is null and t.claimed_membership_no is null`
          : sql`coalesce(t.membership_no, t.claimed_membership_no) is not null`),
    ],
    sort: { [contract.SPECIFIED_SORT_OPTION]: () => sql`t.performed_at, t.invoice_no, t.total_amount desc` },
    tie: 't.transaction_id',
  })
}
