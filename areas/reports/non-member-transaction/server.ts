import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/filters.ts'
import { type ReportQuery, serveReport } from '../server/report.ts'
import { isApprovedSaleSql, netAmountSql, percentSql, saleFilterConditions } from '../server/sales.ts'
import { serveTotals, type TotalsSql } from '../server/totals.ts'
import { nonMemberTotalsReport, nonMemberTransactionReport } from './contract.ts'

const goods = sql`(select string_agg(distinct coalesce(d.product_group, d.product_type, d.brand), ', ') from transaction_detail d
  where d.transaction_id = t.transaction_id)`
// A sale that awaits approval has no member yet, but its customer is known.
const isToUnknownCustomer = sql`(t.membership_no is null and t.claimed_membership_no is null)`
const isSale = sql`t.transaction_type = 'N'`

type SalesQuery = ReportQuery<typeof nonMemberTransactionReport.call>

export const nonMemberTransactionRoute = serveReport(nonMemberTransactionReport, (_ctx, query) => {
  const allSales = sql`(select sales from whole)`
  return {
    with: sql`whole as materialized (select count(*)::int as sales from transaction_summary t where ${allOf([isSale, isApprovedSaleSql, ...saleFilterConditions(query)])})`,
    from: sql`transaction_summary t`,
    where: [isToUnknownCustomer, isApprovedSaleSql, ...saleFilterConditions(query)],
    select: sql`t.transaction_id, t.performed_at, t.invoice_no, t.sales_order, t.transaction_type, t.original_invoice_no, t.outlet_code,
      t.sales_person_code, ${goods} as goods, ${netAmountSql} as net`,
    sort: { Net: netAmountSql, Goods: goods },
    tie: sql`t.transaction_id`,
    totals: sql`count(*) filter (where ${isSale})::int as sales, count(*) filter (where t.transaction_type = 'C')::int as cancellations,
      coalesce(sum(${netAmountSql}), 0)::numeric(16,2) as net, ${allSales} as all_sales, ${percentSql(sql`count(*) filter (where ${isSale})`, allSales)} as share_of_sales`,
  }
})

/** SQL of totals over all sales, so that an outlet without sales to unknown customers also has a row. */
const salesTotals = (_ctx: Ctx, query: SalesQuery): TotalsSql => {
  const [ofUnknown, allCount] = [
    sql`count(*) filter (where ${isSale} and ${isToUnknownCustomer})`,
    sql`count(*) filter (where ${isSale})`,
  ]
  return {
    from: sql`transaction_summary t`,
    where: [isApprovedSaleSql, ...saleFilterConditions(query)],
    totals: sql`${ofUnknown}::int as sales, count(*) filter (where t.transaction_type = 'C' and ${isToUnknownCustomer})::int as cancellations,
      coalesce(sum(${netAmountSql}) filter (where ${isToUnknownCustomer}), 0)::numeric(16,2) as net, ${allCount}::int as all_sales, ${percentSql(ofUnknown, allCount)} as share_of_sales`,
  }
}

export const nonMemberTotalsRoute = serveTotals(nonMemberTotalsReport, salesTotals, {
  Outlet: { key: sql`t.outlet_code` },
  Staff: { key: sql`t.sales_person_code` },
})
