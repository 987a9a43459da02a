import { sql } from 'kysely'
import { allOf, equals } from '#kit/server/filters.ts'
import { addShareColumn } from '#kit/server/shares.ts'
import { joinMembersAndCustomersSql } from '../server/members.ts'
import { serveReport } from '../server/report.ts'
import {
  formatPiecesSql,
  isApprovedSaleSql,
  isPurchaseSql,
  isSaleInPeriodSql,
  isSaleToMemberSql,
  pointsEarnedSql,
  pointsReversedSql,
  redemptionOutletSql,
  saleBonusJoin,
  salesByMemberSql,
} from '../server/sales.ts'
import { customerPerformanceReport } from './contract.ts'

export const customerPerformanceRoute = serveReport(customerPerformanceReport, (_ctx, query) => {
  const hasGoodsFilter = query.Brand !== undefined || query.ProductGroup !== undefined
  // With a filter for goods the report sums the matching lines, otherwise whole sales.
  const goodsCondition = allOf([
    query.Brand !== undefined && sql`upper_text(d.brand) = ${query.Brand}`,
    query.ProductGroup !== undefined && sql`upper_text(d.product_group) = ${query.ProductGroup}`,
  ])
  const hasMemberFilter = query.MemberType !== undefined || query.CardCategoryCode !== undefined
  const saleCondition = sql`${isSaleInPeriodSql(query)} and (${query.outlet}::text is null or t.outlet_code = ${query.outlet})`
  const linesByMember = sql`(
    select t.membership_no, t.business_date, t.transaction_type, d.net_amount, net_moved(t.transaction_type, d.net_amount) as net,
      case when t.transaction_type = 'N' then d.discount else 0 end as discount, t.transaction_id, ${isPurchaseSql} and d.quantity > d.cancelled_quantity as is_purchase
    from transaction_summary t join transaction_detail d on d.transaction_id = t.transaction_id and ${goodsCondition}
    where ${isSaleToMemberSql} and ${isApprovedSaleSql} and ${saleCondition}) sale`
  // Points are summed from sales and not from the ledger, because a merge moves sales but not ledger entries.
  // Points are read only for the rows of a page and for the totals, unless the report is sorted by points.
  const sumPoints = (member: ReturnType<typeof sql>) =>
    sql`select coalesce(sum_points(${pointsEarnedSql}), 0) as earned, coalesce(sum_points(${pointsReversedSql}), 0) as reversed
        from transaction_summary t ${saleBonusJoin} where ${member} and ${isApprovedSaleSql} and ${saleCondition}`
  const isSortedByPoints = query.SortOption === 'PointsEarned' || query.SortOption === 'PointsReversed'
  // The number of items sold is read only for the rows of a page, unless the rows are sorted by it.
  const sumItems = (member: ReturnType<typeof sql>) =>
    sql`select coalesce(sum(net_moved(t.transaction_type, d.quantity)), 0) as items from transaction_summary t join transaction_detail d using (transaction_id)
        where ${member} and ${isApprovedSaleSql} and ${saleCondition} and ${goodsCondition}`
  const isSortedByItems = query.SortOption === 'Items'
  const isFiltered = hasMemberFilter || hasGoodsFilter || query.TopN !== undefined || query.MinSales !== undefined
  const totalOf = (figure: string) =>
    sql`(select ${sql.ref(figure)} from (${sumPoints(isFiltered ? sql`t.membership_no in (select x.membership_no from r x)` : isSaleToMemberSql)}) points)`
  return {
    usesIndexOrder: !hasGoodsFilter,
    with: sql`sold as (
        select membership_no, ${hasGoodsFilter ? sql`count(distinct transaction_id)` : sql`count(*)`} filter (where is_purchase)::int as invoices,
          coalesce(sum(net_amount + discount) filter (where transaction_type = 'N'), 0) as gross, sum(discount) as discount, sum(net) as net, coalesce(sum(net_amount) filter (where transaction_type = 'C'), 0) as returns,
          max(business_date) filter (where is_purchase) as last_purchase
        from ${hasGoodsFilter ? linesByMember : salesByMemberSql(query)} group by 1
      ),
      redeemed as (
        select coalesce(survivor.membership_no, h.membership_no) as membership_no, -sum(h.points)::bigint as used from point_history h
          left join (select membership_no as merged_no, surviving_membership(membership_no) as membership_no from membership where merged_into_membership_no is not null) survivor
            on survivor.merged_no = h.membership_no
        where h.transaction_type in ('Redeem', 'Redeem Refund') and h.business_date between ${query.from} and ${query.until} and h.status <> 'Deleted'
          ${query.outlet === null ? sql`` : sql`and ${redemptionOutletSql} = ${query.outlet}`}
        group by 1
      ),
      ranked as (
        select rank() over (order by sold.net desc)::int as rank, sold.*, coalesce(redeemed.used, 0) as used
        from sold left join redeemed using (membership_no) ${hasMemberFilter ? sql`join membership m using (membership_no)` : sql``}
        where ${allOf([equals('m.member_type', query.MemberType), equals('m.card_category_code', query.CardCategoryCode)])}
      ),
      r as (${addShareColumn(
        sql`select ranked.*${isSortedByPoints ? sql`, points.*` : sql``}${isSortedByItems ? sql`, (${sumItems(sql`t.membership_no = ranked.membership_no`)}) as items` : sql``}
        from ranked ${isSortedByPoints ? sql`cross join lateral (${sumPoints(sql`t.membership_no = ranked.membership_no`)}) points` : sql``} where ${allOf(
          [
            query.TopN !== undefined && sql`ranked.rank <= ${query.TopN}`,
            query.MinSales !== undefined && sql`ranked.net >= ${query.MinSales}::numeric`,
          ],
        )}`,
        'net',
        'membership_no',
      )})`,
    ...joinMembersAndCustomersSql(
      query,
      [],
      sql`cross join lateral (${sumPoints(sql`t.membership_no = r.membership_no`)}) earning
        cross join lateral (${sumItems(sql`t.membership_no = r.membership_no`)}) pieces`,
    ),
    select: sql`r.rank, r.membership_no, c.customer_id, c.full_name as customer_name, m.member_type, m.card_category_code,
      c.registered_outlet_code, r.invoices, ${formatPiecesSql(sql`pieces.items`)} as items, r.gross::numeric(16,2) as gross, r.discount::numeric(16,2) as discount, r.returns::numeric(16,2) as returns, r.net::numeric(16,2) as net,
      round(r.net / nullif(r.invoices, 0), 2) as average, r.share,
      earning.earned as points_earned, earning.reversed as points_reversed, r.used as points_used, r.last_purchase`,
    sort: {
      Average: (way) => sql`r.net / nullif(r.invoices, 0) ${way} nulls last`,
      Share: 'r.net',
      PointsEarned: 'r.earned',
      PointsReversed: 'r.reversed',
      Items: 'r.items',
      PointsUsed: 'r.used',
      CustomerName: 'c.full_name',
      LastPurchase: (way) => sql`r.last_purchase ${way} nulls last`,
    },
    tie: sql`r.membership_no`,
    totals: sql`count(*) filter (where r.invoices > 0)::int as members, coalesce(sum(r.invoices), 0)::int as invoices, coalesce(sum(r.gross), 0)::numeric(16,2) as gross,
      coalesce(sum(r.discount), 0)::numeric(16,2) as discount, coalesce(sum(r.returns), 0)::numeric(16,2) as returns, coalesce(sum(r.net), 0)::numeric(16,2) as net,
      ${totalOf('earned')} as points_earned, ${totalOf('reversed')} as points_reversed, coalesce(sum(r.used), 0)::bigint as points_used`,
  }
})
