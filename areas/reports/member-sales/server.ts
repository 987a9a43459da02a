import { type RawBuilder, sql } from 'kysely'
import { allOf } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import {
  isApprovedSaleSql,
  isPurchaseSql,
  isSaleInPeriodSql,
  isSaleToMemberSql,
  netAmountSql,
  percentSql,
  pointsEarnedSql,
  pointsReversedSql,
  redemptionOutletSql,
  saleBonusJoin,
  saleDaySql,
} from '../server/sales.ts'
import { memberSalesReport } from './contract.ts'

const groups = {
  Outlet: sql`t.outlet_code`,
  Category: sql`m.card_category_code`,
  Staff: sql`t.sales_person_code`,
}
/** SQL expressions by which redeemed points and active members are grouped. */
const groupParts = {
  Month: { redeemed: sql`to_char(h.business_date, 'YYYY-MM')`, active: sql`to_char(m.join_date, 'YYYY-MM')` },
  Outlet: { redeemed: redemptionOutletSql, active: sql`c.registered_outlet_code` },
  Category: { redeemed: sql`m.card_category_code`, active: sql`m.card_category_code` },
  Staff: { redeemed: sql`staff.sales_person_code`, active: sql`staff.sales_person_code` },
}
type Sql = RawBuilder<unknown>

/** Maximum number of months in the period, because the months of a member are the bits of one bigint. */
const MOST_MONTHS = 62

/** Returns all months between two days in the form YYYY-MM. */
function monthsOf(from: string, until: string) {
  const months: string[] = []
  for (let yearMonth = from.slice(0, 7); yearMonth <= until.slice(0, 7) && months.length <= MOST_MONTHS; ) {
    months.push(yearMonth)
    const [year, month] = yearMonth.split('-').map(Number) as [number, number]
    yearMonth = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
  }
  return months
}

/** SQL that defines the CTEs `buyers` (membership_no, new) and `counted` (value, buyers, newcomers) for a grouping. */
function buyersBy(value: Sql, purchases: Sql) {
  return sql`pairs as (select distinct ${value} as value, t.membership_no ${purchases}),
      buyers as (
        select pairs.membership_no, earlier_buyer.membership_no is null as new from (select distinct membership_no from pairs) pairs left join earlier_buyer using (membership_no)
      ),
      counted as (
        select pairs.value, count(*)::int as buyers, count(*) filter (where buyers.new)::int as newcomers from pairs join buyers using (membership_no) group by 1
      )`
}

/** SQL that defines the CTEs `buyers` and `counted` by month: each member has a number with a bit per month. */
function buyersByMonth(months: readonly string[], purchases: Sql) {
  const monthStarts = sql`array[${sql.join(months.slice(1).map((month) => `${month}-01`))}]::date[]`
  const monthCounts = months.map(
    (_, index) => sql`count(*) filter (where buyers.months & (1::bigint << ${sql.lit(index)}) <> 0)`,
  )
  return sql`buyer_months as (
        select membership_no, bit_or(1::bigint << width_bucket(business_date, ${monthStarts})) as months from (
          -- The rows are sorted by an index, because hashing all buyers in memory takes twice as long.
          select t.membership_no, t.business_date ${purchases} order by t.membership_no
        ) sale group by 1
      ),
      buyers as (select buyer_months.membership_no, buyer_months.months, earlier_buyer.membership_no is null as new from buyer_months left join earlier_buyer using (membership_no)),
      counted as (
        select (array[${sql.join(months)}]::text[])[month.position] as value, sum(month.buyers)::int as buyers, coalesce(sum(month.buyers) filter (where each.new), 0)::int as newcomers
        from (select buyers.new, array[${sql.join(monthCounts)}] as months from buyers group by 1) each, unnest(each.months) with ordinality month (buyers, position) group by 1
      )`
}

export const memberSalesRoute = serveReport(memberSalesReport, (_ctx, query) => {
  const by = query.MemberSalesBy ?? 'Month'
  const { MemberType, CardCategoryCode } = query
  const months = by === 'Month' ? monthsOf(query.from, query.until) : []
  const value = by === 'Month' ? sql`to_char(t.business_date, 'YYYY-MM')` : groups[by]
  const memberJoin =
    MemberType !== undefined || CardCategoryCode !== undefined || by === 'Category'
      ? sql`left join membership m on m.membership_no = t.membership_no`
      : sql``
  const memberCondition = allOf([
    isSaleToMemberSql,
    MemberType !== undefined && sql`m.member_type = ${MemberType}`,
    CardCategoryCode !== undefined && sql`m.card_category_code = ${CardCategoryCode}`,
  ])
  const dayCount = sql`(${query.until}::date - ${query.from}::date + 1)`
  const precedingDays = { ...query, from: sql`${query.from}::date - ${dayCount}`, until: sql`${query.from}::date - 1` }
  const outletCondition = sql`${isApprovedSaleSql} and (${query.outlet}::text is null or t.outlet_code = ${query.outlet})`
  const purchases = sql`from transaction_summary t ${memberJoin} where ${outletCondition} and t.business_date between ${query.from} and ${query.until} and ${memberCondition} and ${isPurchaseSql}`
  const membershipCondition = allOf([
    MemberType !== undefined && sql`m.member_type = ${MemberType}`,
    CardCategoryCode !== undefined && sql`m.card_category_code = ${CardCategoryCode}`,
  ])
  const part = groupParts[by]
  // Customers are joined only if the grouping or the outlet filter needs them.
  const customers =
    query.outlet === null && by !== 'Outlet' && by !== 'Staff'
      ? sql``
      : sql`join customer c using (customer_id) left join staff on staff.staff_id = c.preferred_staff_id`
  return {
    with: sql`earlier_buyer as (
        select distinct sale.membership_no from transaction_summary sale
        where sale.membership_no is not null and sale.customer_id is not null and sale.transaction_type = 'N' and sale.business_date < ${query.from}
      ),
      ${months.length > 1 && months.length <= MOST_MONTHS ? buyersByMonth(months, purchases) : buyersBy(value, purchases)},
      summed as (
        -- Sales are grouped by day before they are grouped by month, because the second step then has few rows.
        select ${by === 'Month' ? saleDaySql(query) : groups[by]} as value, coalesce(${memberCondition}, false) as member, count(*) filter (where ${isPurchaseSql}) as invoices,
          sum(${netAmountSql}) as net, sum_points(${pointsEarnedSql}) as earned, sum_points(${pointsReversedSql}) as reversed
        from transaction_summary t ${memberJoin} ${saleBonusJoin} where ${outletCondition} and ${isSaleInPeriodSql(query)} group by 1, 2
      ),
      sold as (
        select ${by === 'Month' ? sql`to_char(value, 'YYYY-MM')` : sql`value`} as value, sum(invoices) filter (where member)::int as invoices,
          coalesce(sum(net) filter (where member), 0) as net, sum(net) as whole, coalesce(sum(earned) filter (where member), 0)::bigint as earned, coalesce(sum(reversed) filter (where member), 0)::bigint as reversed
        from summed group by 1 having bool_or(member)
      ),
      -- A row for a month has no comparison with the preceding period, which contains other months.
      preceding as (
        select ${by === 'Month' ? sql`null::text` : value} as value, sum(${netAmountSql}) as net from transaction_summary t ${memberJoin}
        where ${outletCondition} and ${memberCondition} and ${isSaleInPeriodSql(precedingDays)} group by 1
      ),
      redeemed as (
        select ${part.redeemed} as value, -sum(h.points)::bigint as points
        from point_history h join membership m using (membership_no) left join staff on staff.staff_id = h.staff_id
        where h.transaction_type in ('Redeem', 'Redeem Refund') and h.status <> 'Deleted' and h.business_date between ${query.from} and ${query.until}
          and ${membershipCondition} and (${query.outlet}::text is null or ${redemptionOutletSql} = ${query.outlet})
        group by 1
      ),
      -- Members are grouped by the month of joining; each row also includes the members of earlier months.
      active as (
        select ${part.active} as value, count(*)::int as members from membership m ${customers}
        where m.status = 'Active' and ${membershipCondition} ${query.outlet === null ? sql`` : sql`and c.registered_outlet_code = ${query.outlet}`} group by 1
      ),
      r as (
        select sold.*, coalesce((select sum(members)::int from active where ${by === 'Month' ? sql`active.value <= sold.value` : sql`active.value is not distinct from sold.value`}), 0) as active, coalesce(redeemed.points, 0) as redeemed, coalesce(counted.buyers, 0) as buyers, coalesce(counted.newcomers, 0) as newcomers
        from sold left join counted on counted.value is not distinct from sold.value left join redeemed on redeemed.value is not distinct from sold.value
      ),
      compared as (
        select r.*, (select sum(e.net) from preceding e where ${by === 'Month' ? sql`false` : sql`e.value is not distinct from r.value`}) as before from r
      )`,
    from: sql`compared r`,
    select: sql`coalesce(r.value, '-') as key, r.value, r.active as active_members, r.buyers as buying_members, r.newcomers as new_buyers, r.invoices, r.net::numeric(16,2) as net,
      ${by === 'Month' ? sql`null` : sql`coalesce(r.before, 0)::numeric(16,2)`} as net_before, round(r.net / nullif(r.invoices, 0), 2) as average,
      round(r.net / nullif(r.buyers, 0), 2) as sales_per_member, to_char(round(r.invoices::numeric / nullif(r.buyers, 0), 2), 'FM999990.00') as frequency,
      r.earned as points_earned, r.reversed as points_reversed, r.redeemed as points_redeemed, ${percentSql(sql`r.net`, sql`r.whole`)} as member_share`,
    sort: {
      Key: 'r.value',
      Value: (way) => sql`r.value ${way} nulls last`,
      BuyingMembers: 'r.buyers',
      ActiveMembers: 'r.active',
      PointsRedeemed: 'r.redeemed',
      NewBuyers: 'r.newcomers',
      NetBefore: (way) => sql`r.before ${way} nulls last`,
      Average: (way) => sql`r.net / nullif(r.invoices, 0) ${way} nulls last`,
      SalesPerMember: (way) => sql`r.net / nullif(r.buyers, 0) ${way} nulls last`,
      Frequency: (way) => sql`r.invoices::numeric / nullif(r.buyers, 0) ${way} nulls last`,
      PointsEarned: 'r.earned',
      PointsReversed: 'r.reversed',
      MemberShare: (way) => sql`r.net / nullif(r.whole, 0) ${way} nulls last`,
    },
    tie: sql`coalesce(r.value, '-')`,
    totals: sql`(select coalesce(sum(members), 0)::int from active) as active_members,
      (select count(*)::int from buyers) as buying_members,
      (select count(*)::int from buyers where new) as new_buyers,
      coalesce(sum(r.invoices), 0)::int as invoices, coalesce(sum(r.net), 0)::numeric(16,2) as net,
      coalesce((select sum(net) from preceding), 0)::numeric(16,2) as net_before, round(sum(r.net) / nullif(sum(r.invoices), 0), 2) as average,
      round(sum(r.net) / nullif((select count(*) from buyers), 0), 2) as sales_per_member,
      coalesce(sum(r.earned), 0)::bigint as points_earned, coalesce(sum(r.reversed), 0)::bigint as points_reversed, (select coalesce(sum(points), 0)::bigint from redeemed) as points_redeemed`,
  }
})
