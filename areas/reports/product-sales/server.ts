import { sql } from 'kysely'
import { allOf } from '#kit/server/filters.ts'
import { answer } from '../server/report.ts'
import { percent } from '../server/sales.ts'
import { productSales } from './contract.ts'

/** Days are few: months are made of them once they are summed. */
const day = sql`s.business_date`
const levels = {
  Brand: { summed: sql`s.brand`, shown: sql`sums.level` },
  'Product Type': { summed: sql`s.product_type`, shown: sql`sums.level` },
  'Product Group': { summed: sql`s.product_group`, shown: sql`sums.level` },
  Month: { summed: day, shown: sql`to_char(sums.level, 'YYYY-MM')` },
}
const is = (asked: string | undefined, column: string) =>
  asked !== undefined && sql`upper(s.${sql.ref(column)}) = ${asked}`

// From lines that know their sale (areas/sales/sql/sold_lines.sql). What was sold is summed into few groups, and who bought is counted beside it:
// sums by customer would be as many as the sales.
export const productSalesRoute = answer(productSales, (_ctx, asked) => {
  const byMonth = asked.ProductLevel === 'Month'
  const { summed, shown } = levels[asked.ProductLevel ?? 'Brand']
  const lines = sql`from sold_line s ${asked.MemberType === undefined ? sql`` : sql`join membership m on m.membership_no = s.membership_no`}
      where ${allOf([
        sql`s.counts and s.business_date between ${asked.from} and ${asked.until}`,
        asked.outlet !== null && sql`s.outlet_code = ${asked.outlet}`,
        asked.MemberType !== undefined && sql`m.member_type = ${asked.MemberType}`,
        is(asked.Brand, 'brand'),
        is(asked.ProductType, 'product_type'),
        is(asked.ProductGroup, 'product_group'),
      ])}`
  const sums = {
    quantity: sql`to_char(coalesce(sum(r.quantity), 0), 'FM999999999990.###')`,
    money: (column: string) => sql`coalesce(sum(r.${sql.ref(column)}), 0)::numeric(16,2)`,
    memberShare: percent(sql`sum(r.to_members)`, sql`sum(r.net)`),
    returnRate: percent(sql`sum(r.returns)`, sql`sum(r.gross)`),
  }
  return {
    with: sql`sums as (
        select ${summed} as level, s.membership_no is not null as member, s.came_back, sum(s.quantity) as quantity, sum(s.net_amount) as net, sum(s.discount) as discount
        ${lines} group by 1, 2, 3
      ),
      buyers as (
        select value, count(*)::int as customers from (
          select distinct ${byMonth ? sql`to_char(s.business_date, 'YYYY-MM')` : summed} as value, s.membership_no ${lines} and not s.came_back and s.membership_no is not null
        ) pair group by 1
      ),
      sold as (
        select ${shown} as value, sum(case when came_back then -quantity else quantity end) as quantity, sum(net) filter (where not came_back) as gross,
          coalesce(sum(discount) filter (where not came_back), 0) as discount, coalesce(sum(net) filter (where came_back), 0) as returns,
          sum(case when came_back then -net else net end) as net, coalesce(sum(case when came_back then -net else net end) filter (where member), 0) as to_members
        from sums group by 1
      ),
      r as (select sold.*, coalesce(buyers.customers, 0) as customers from sold left join buyers on buyers.value is not distinct from sold.value)`,
    from: sql`r`,
    select: sql`coalesce(r.value, '-') as key, r.value, to_char(r.quantity, 'FM999999999990.###') as quantity, coalesce(r.gross, 0)::numeric(16,2) as gross,
      r.discount::numeric(16,2) as discount, r.returns::numeric(16,2) as returns, r.net::numeric(16,2) as net, r.customers,
      ${percent(sql`r.to_members`, sql`r.net`)} as member_share, ${percent(sql`r.returns`, sql`r.gross`)} as return_rate`,
    sort: {
      Key: 'r.value',
      Value: (way) => sql`r.value ${way} nulls last`,
      Quantity: 'r.quantity',
      MemberShare: (way) => sql`r.to_members / nullif(r.net, 0) ${way} nulls last`,
      ReturnRate: (way) => sql`r.returns / nullif(r.gross, 0) ${way} nulls last`,
    },
    tie: sql`coalesce(r.value, '-')`,
    totals: sql`${sums.quantity} as quantity, ${sums.money('gross')} as gross, ${sums.money('discount')} as discount,
      ${sums.money('returns')} as returns, ${sums.money('net')} as net, ${sums.memberShare} as member_share, ${sums.returnRate} as return_rate`,
  }
})
