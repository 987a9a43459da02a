import { sql } from 'kysely'
import { answer } from '../server/report.ts'
import { counts, percent } from '../server/sales.ts'
import { productSales } from './contract.ts'

const levels = {
  Brand: sql`d.brand`,
  'Product Type': sql`d.product_type`,
  'Product Group': sql`d.product_group`,
  Month: sql`to_char(t.business_date, 'YYYY-MM')`,
}
const is = (asked: string | undefined, column: string) =>
  sql`(${asked ?? null}::text is null or upper(d.${sql.ref(column)}) = ${asked ?? null})`

export const productSalesRoute = answer(productSales, (_ctx, asked) => {
  const sums = {
    quantity: sql`to_char(coalesce(sum(r.quantity), 0), 'FM999999999990.###')`,
    money: (column: string) => sql`coalesce(sum(r.${sql.ref(column)}), 0)::numeric(16,2)`,
    memberShare: percent(sql`sum(r.to_members)`, sql`sum(r.net)`),
    returnRate: percent(sql`sum(r.returns)`, sql`sum(r.gross)`),
  }
  return {
    // By customer first, which counts them without sorting a whole company's lines.
    with: sql`each as (
      select ${levels[asked.ProductLevel ?? 'Brand']} as value, t.membership_no,
        sum(net_moved(t.transaction_type, d.quantity)) as quantity,
        sum(d.net_amount) filter (where t.transaction_type = 'N') as gross,
        sum(d.discount) filter (where t.transaction_type = 'N') as discount,
        sum(d.net_amount) filter (where t.transaction_type = 'C') as returns,
        sum(net_moved(t.transaction_type, d.net_amount)) as net, bool_or(t.transaction_type = 'N') as bought
      from transaction_summary t join transaction_detail d using (transaction_id) ${asked.MemberType === undefined ? sql`` : sql`left join membership m on m.membership_no = t.membership_no`}
      where ${counts} and t.business_date between ${asked.from} and ${asked.until}
        and (${asked.outlet}::text is null or t.outlet_code = ${asked.outlet})
        ${asked.MemberType === undefined ? sql`` : sql`and m.member_type = ${asked.MemberType}`}
        and ${is(asked.Brand, 'brand')} and ${is(asked.ProductType, 'product_type')} and ${is(asked.ProductGroup, 'product_group')}
      group by 1, 2),
    r as (
      select value, sum(quantity) as quantity, sum(gross) as gross, coalesce(sum(discount), 0) as discount, coalesce(sum(returns), 0) as returns, sum(net) as net,
        coalesce(sum(net) filter (where membership_no is not null), 0) as to_members, count(*) filter (where membership_no is not null and bought)::int as customers
      from each group by 1)`,
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
