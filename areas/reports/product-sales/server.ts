import { sql } from 'kysely'
import { allOf, sameText } from '#kit/server/filters.ts'
import { answer } from '../server/report.ts'
import { percent, pieces } from '../server/sales.ts'
import { productSales } from './contract.ts'

/** Days are few: months are made of them once they are summed. */
const day = sql`s.business_date`
/** That of the sale which a line took back: each line names its own. */
const originalDay = sql`case when s.came_back then coalesce((select original.business_date from transaction_detail back
  join transaction_summary original on original.transaction_id = back.original_transaction_id
  where back.transaction_id = s.transaction_id and back.sequence_no = s.sequence_no), s.business_date) else s.business_date end`
/** All of the line came back. */
const returnedWhole = sql`((s.transaction_id, s.sequence_no) in (
  select d.transaction_id, d.sequence_no from transaction_detail d where d.cancelled_quantity <> 0 and abs(d.cancelled_quantity) >= abs(d.quantity)))`
const levels = {
  Brand: { summed: sql`s.brand`, shown: sql`sums.level` },
  'Product Type': { summed: sql`s.product_type`, shown: sql`sums.level` },
  'Product Group': { summed: sql`s.product_group`, shown: sql`sums.level` },
  Month: { summed: null, shown: sql`to_char(sums.level, 'YYYY-MM')` },
}
/** For so many days points are added up unasked. */
const POINTS_DAYS = 100
const DAY_MS = 86_400_000
const daysFrom = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
const is = (asked: string | undefined, column: string) =>
  asked !== undefined && sql`upper_text(s.${sql.ref(column)}) = ${asked}`

// From lines that know their sale (areas/sales/sql/sold_lines.sql). What was sold is summed into few groups, and who bought is counted beside it:
// sums by customer would be as many as the sales.
export const productSalesRoute = answer(productSales, (ctx, asked) => {
  const { MemberType, Gender, AgeGroup, from, until, OriginalDateYN } = asked
  const byMonth = asked.ProductLevel === 'Month'
  // Each of them month by month.
  const monthly = asked.ByMonthYN === 'Y' && !byMonth
  const countsOn = OriginalDateYN === 'Y' ? originalDay : day
  const month = monthly ? sql`to_char(${countsOn}, 'YYYY-MM')` : sql`null::text`
  const people =
    Gender === undefined && AgeGroup === undefined
      ? sql``
      : sql`join membership held on held.membership_no = s.membership_no join customer c on c.customer_id = held.customer_id`
  const { summed: goods, shown } = levels[asked.ProductLevel ?? 'Brand']
  const summed = goods ?? countsOn
  const joined = sql`from sold_line s ${MemberType === undefined ? sql`` : sql`join membership m on m.membership_no = s.membership_no`} ${people}`
  const found = allOf([
    sql`s.counts`,
    OriginalDateYN === 'Y'
      ? sql`s.business_date >= ${from} and ${originalDay} between ${from} and ${until}`
      : sql`s.business_date between ${from} and ${until}`,
    asked.outlet !== null && sql`s.outlet_code = ${asked.outlet}`,
    MemberType !== undefined && sql`m.member_type = ${MemberType}`,
    sameText('c.gender', Gender),
    AgeGroup !== undefined && sql`age_group(c.date_of_birth, ${ctx.today}::date) = ${AgeGroup}`,
    is(asked.Brand, 'brand'),
    is(asked.ProductType, 'product_type'),
    is(asked.ProductGroup, 'product_group'),
  ])
  const lines = sql`${joined} where ${found}`
  // Points stand with the lines of the sales alone: for years that reads all of these too, so it is asked for.
  const withPoints =
    asked.PointsGivenYN === undefined ? daysFrom(from, until) <= POINTS_DAYS : asked.PointsGivenYN === 'Y'
  const pointed = sql`${joined} join transaction_detail line using (transaction_id, sequence_no) where ${withPoints ? found : sql`false`}`
  const sums = {
    quantity: pieces(sql`sum(r.quantity)`),
    money: (column: string) => sql`coalesce(sum(r.${sql.ref(column)}), 0)::numeric(16,2)`,
    memberShare: percent(sql`sum(r.to_members)`, sql`sum(r.net)`),
    returnRate: percent(sql`sum(r.returns)`, sql`sum(r.net + r.returns)`),
  }
  const key = monthly ? sql`coalesce(r.value, '-') || '/' || r.month` : sql`coalesce(r.value, '-')`
  const same = (other: string) =>
    sql`${sql.ref(`${other}.value`)} is not distinct from sold.value and ${sql.ref(`${other}.month`)} is not distinct from sold.month`
  return {
    with: sql`sums as (
        select ${summed} as level, ${month} as month, s.membership_no is not null as member, s.came_back, sum(s.quantity) as quantity, sum(s.net_amount) as net, sum(s.discount) as discount
        ${lines} group by 1, 2, 3, 4
      ),
      buyers as (
        select value, month, count(*)::int as customers from (
          select distinct ${byMonth ? sql`to_char(s.business_date, 'YYYY-MM')` : summed} as value, ${month} as month, s.membership_no ${lines} and not s.came_back and s.membership_no is not null and not ${returnedWhole}
        ) pair group by 1, 2
      ),
      sold as (
        select ${shown} as value, month, sum(case when came_back then -quantity else quantity end) as quantity, coalesce(sum(net + discount) filter (where not came_back), 0) as gross,
          coalesce(sum(discount) filter (where not came_back), 0) as discount, coalesce(sum(net) filter (where came_back), 0) as returns,
          sum(case when came_back then -net else net end) as net, coalesce(sum(case when came_back then -net else net end) filter (where member), 0) as to_members
        from sums group by 1, 2
      ),
      given as (
        select ${byMonth ? sql`to_char(s.business_date, 'YYYY-MM')` : summed} as value, ${month} as month, sum(line.points_earned - line.points_reversed)::bigint as points
        ${pointed} and not s.came_back group by 1, 2
      ),
      r as (
        select sold.*, coalesce(buyers.customers, 0) as customers, ${withPoints ? sql`coalesce(given.points, 0)` : sql`null::bigint`} as given
        from sold left join buyers on ${same('buyers')} left join given on ${same('given')}
      )`,
    from: sql`r`,
    select: sql`${key} as key, r.value, r.month as sale_month, ${pieces(sql`r.quantity`)} as quantity, r.gross::numeric(16,2) as gross,
      r.discount::numeric(16,2) as discount, r.returns::numeric(16,2) as returns, r.net::numeric(16,2) as net, r.customers,
      ${percent(sql`r.to_members`, sql`r.net`)} as member_share, ${percent(sql`r.returns`, sql`(r.net + r.returns)`)} as return_rate, r.given as points_given`,
    sort: {
      Key: 'r.value',
      Value: (way) => sql`r.value ${way} nulls last, r.month`,
      SaleMonth: (way) => sql`r.month ${way} nulls last`,
      PointsGiven: (way) => sql`r.given ${way} nulls last`,
      Quantity: 'r.quantity',
      MemberShare: (way) => sql`r.to_members / nullif(r.net, 0) ${way} nulls last`,
      ReturnRate: (way) => sql`r.returns / nullif(r.net + r.returns, 0) ${way} nulls last`,
    },
    tie: key,
    totals: sql`${sums.quantity} as quantity, ${sums.money('gross')} as gross, ${sums.money('discount')} as discount,
      ${sums.money('returns')} as returns, ${sums.money('net')} as net, ${sums.memberShare} as member_share, ${sums.returnRate} as return_rate,
      sum(r.given)::bigint as points_given`,
  }
})
