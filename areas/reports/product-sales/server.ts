import { sql } from 'kysely'
import { allOf, equalsText } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { formatPiecesSql, percentSql } from '../server/sales.ts'
import { productSalesReport } from './contract.ts'

/** SQL expression of the business day; the report groups by day first, because months are then sums of few rows. */
const day = sql`s.business_date`
/** SQL of the business date on which returned goods were sold; lines of one cancellation can have different sales. */
const originalDay = sql`case when s.came_back then coalesce((select original.business_date from transaction_detail back
  join transaction_summary original on original.transaction_id = back.original_transaction_id
  where back.transaction_id = s.transaction_id and back.sequence_no = s.sequence_no), s.business_date) else s.business_date end`
/** SQL condition that all pieces of a line were returned. */
const isFullyReturnedLine = sql`((s.transaction_id, s.sequence_no) in (
  select d.transaction_id, d.sequence_no from transaction_detail d where d.cancelled_quantity <> 0 and abs(d.cancelled_quantity) >= abs(d.quantity)))`
const levels = {
  Brand: { grouping: sql`s.brand`, label: sql`sums.level` },
  'Product Type': { grouping: sql`s.product_type`, label: sql`sums.level` },
  'Product Group': { grouping: sql`s.product_group`, label: sql`sums.level` },
  Month: { grouping: null, label: sql`to_char(sums.level, 'YYYY-MM')` },
}
/** Maximum number of days for which the report includes points by default. */
const POINTS_DAYS = 100
const DAY_MS = 86_400_000
const daysFrom = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
const equalsColumn = (value: string | undefined, column: string) =>
  value !== undefined && sql`upper_text(s.${sql.ref(column)}) = ${value}`

// Lines come from sold_line (areas/sales/sql/sold_lines.sql). Sales are summed by group; buyers are counted apart.
// Sales are not summed by customer first, because there are almost as many customers as sales.
export const productSalesRoute = serveReport(productSalesReport, (ctx, query) => {
  const { MemberType, Gender, AgeGroup, from, until, OriginalDateYN } = query
  const byMonth = query.ProductLevel === 'Month'
  // True if each group is split into rows by month.
  const monthly = query.ByMonthYN === 'Y' && !byMonth
  const saleDay = OriginalDateYN === 'Y' ? originalDay : day
  const month = monthly ? sql`to_char(${saleDay}, 'YYYY-MM')` : sql`null::text`
  const people =
    Gender === undefined && AgeGroup === undefined
      ? sql``
      : sql`join membership member on member.membership_no = s.membership_no join customer c on c.customer_id = member.customer_id`
  const { grouping: goods, label } = levels[query.ProductLevel ?? 'Brand']
  const grouping = goods ?? saleDay
  const source = sql`from sold_line s ${MemberType === undefined ? sql`` : sql`join membership m on m.membership_no = s.membership_no`} ${people}`
  const conditions = allOf([
    sql`s.counts`,
    OriginalDateYN === 'Y'
      ? sql`s.business_date >= ${from} and ${originalDay} between ${from} and ${until}`
      : sql`s.business_date between ${from} and ${until}`,
    query.outlet !== null && sql`s.outlet_code = ${query.outlet}`,
    MemberType !== undefined && sql`m.member_type = ${MemberType}`,
    equalsText('c.gender', Gender),
    AgeGroup !== undefined && sql`age_group(c.date_of_birth, ${ctx.today}::date) = ${AgeGroup}`,
    equalsColumn(query.Brand, 'brand'),
    equalsColumn(query.ProductType, 'product_type'),
    equalsColumn(query.ProductGroup, 'product_group'),
  ])
  const lines = sql`${source} where ${conditions}`
  // Points are stored in the lines of sales. Reading points for years is slow, so users have to request them.
  const withPoints =
    query.PointsGivenYN === undefined ? daysFrom(from, until) <= POINTS_DAYS : query.PointsGivenYN === 'Y'
  const linesWithPoints = sql`${source} join transaction_detail line using (transaction_id, sequence_no) where ${withPoints ? conditions : sql`false`}`
  const sums = {
    quantity: formatPiecesSql(sql`sum(r.quantity)`),
    money: (column: string) => sql`coalesce(sum(r.${sql.ref(column)}), 0)::numeric(16,2)`,
    memberShare: percentSql(sql`sum(r.to_members)`, sql`sum(r.net)`),
    returnRate: percentSql(sql`sum(r.returns)`, sql`sum(r.net + r.returns)`),
  }
  const key = monthly ? sql`coalesce(r.value, '-') || '/' || r.month` : sql`coalesce(r.value, '-')`
  const joinsSold = (other: string) =>
    sql`${sql.ref(`${other}.value`)} is not distinct from sold.value and ${sql.ref(`${other}.month`)} is not distinct from sold.month`
  return {
    with: sql`sums as (
        select ${grouping} as level, ${month} as month, s.membership_no is not null as member, s.came_back, sum(s.quantity) as quantity, sum(s.net_amount) as net, sum(s.discount) as discount
        ${lines} group by 1, 2, 3, 4
      ),
      buyers as (
        select value, month, count(*)::int as customers from (
          select distinct ${byMonth ? sql`to_char(s.business_date, 'YYYY-MM')` : grouping} as value, ${month} as month, s.membership_no ${lines} and not s.came_back and s.membership_no is not null and not ${isFullyReturnedLine}
        ) pair group by 1, 2
      ),
      sold as (
        select ${label} as value, month, sum(case when came_back then -quantity else quantity end) as quantity, coalesce(sum(net + discount) filter (where not came_back), 0) as gross,
          coalesce(sum(discount) filter (where not came_back), 0) as discount, coalesce(sum(net) filter (where came_back), 0) as returns,
          sum(case when came_back then -net else net end) as net, coalesce(sum(case when came_back then -net else net end) filter (where member), 0) as to_members
        from sums group by 1, 2
      ),
      points_given as (
        select ${byMonth ? sql`to_char(s.business_date, 'YYYY-MM')` : grouping} as value, ${month} as month, sum(line.points_earned - line.points_reversed)::bigint as points
        ${linesWithPoints} and not s.came_back group by 1, 2
      ),
      r as (
        select sold.*, coalesce(buyers.customers, 0) as customers, ${withPoints ? sql`coalesce(points_given.points, 0)` : sql`null::bigint`} as points_given
        from sold left join buyers on ${joinsSold('buyers')} left join points_given on ${joinsSold('points_given')}
      )`,
    from: sql`r`,
    select: sql`${key} as key, r.value, r.month as sale_month, ${formatPiecesSql(sql`r.quantity`)} as quantity, r.gross::numeric(16,2) as gross,
      r.discount::numeric(16,2) as discount, r.returns::numeric(16,2) as returns, r.net::numeric(16,2) as net, r.customers,
      ${percentSql(sql`r.to_members`, sql`r.net`)} as member_share, ${percentSql(sql`r.returns`, sql`(r.net + r.returns)`)} as return_rate, r.points_given`,
    sort: {
      Key: 'r.value',
      Value: (way) => sql`r.value ${way} nulls last, r.month`,
      SaleMonth: (way) => sql`r.month ${way} nulls last`,
      PointsGiven: (way) => sql`r.points_given ${way} nulls last`,
      Quantity: 'r.quantity',
      MemberShare: (way) => sql`r.to_members / nullif(r.net, 0) ${way} nulls last`,
      ReturnRate: (way) => sql`r.returns / nullif(r.net + r.returns, 0) ${way} nulls last`,
    },
    tie: key,
    totals: sql`${sums.quantity} as quantity, ${sums.money('gross')} as gross, ${sums.money('discount')} as discount,
      ${sums.money('returns')} as returns, ${sums.money('net')} as net, ${sums.memberShare} as member_share, ${sums.returnRate} as return_rate,
      sum(r.points_given)::bigint as points_given`,
  }
})
