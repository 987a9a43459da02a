import { sql } from 'kysely'
import { answer } from '../server/report.ts'
import { counts, nothingLeft, percent } from '../server/sales.ts'
import { customerPerformance } from './contract.ts'

export const customerPerformanceRoute = answer(customerPerformance, (_ctx, asked) => {
  const byGoods = asked.Brand !== undefined || asked.ProductGroup !== undefined
  // Of goods that are named only their lines count; else what the sale says of itself.
  const amount = byGoods ? sql`d.net_amount` : sql`t.net_amount`
  const lines = byGoods
    ? sql`join transaction_detail d on d.transaction_id = t.transaction_id
        and (${asked.Brand ?? null}::text is null or upper(d.brand) = ${asked.Brand ?? null})
        and (${asked.ProductGroup ?? null}::text is null or upper(d.product_group) = ${asked.ProductGroup ?? null})`
    : sql``
  // Without lines each row is a sale of its own.
  const invoices = byGoods ? sql`count(distinct t.transaction_id)` : sql`count(*)`
  const earned = sql`sum(case when t.transaction_type = 'C' then -t.reversed_points else t.earned_points end)::bigint`
  return {
    with: sql`sold as (
        select t.membership_no, ${invoices} filter (where t.transaction_type = 'N' and not ${nothingLeft})::int as invoices,
          coalesce(sum(abs(${amount})) filter (where t.transaction_type = 'N'), 0) as gross,
          coalesce(sum(abs(${amount})) filter (where t.transaction_type = 'C'), 0) as returns,
          max(t.business_date) filter (where t.transaction_type = 'N' and not ${nothingLeft}) as last_purchase, ${byGoods ? sql`null::bigint` : earned} as earned_by
        from transaction_summary t ${lines}
        where t.membership_no is not null and ${counts} and t.business_date between ${asked.from} and ${asked.until}
          and (${asked.outlet}::text is null or t.outlet_code = ${asked.outlet})
        group by 1
      ),
      moved as (
        select h.membership_no, -sum(h.points)::bigint as used from point_history h join sold using (membership_no)
        where h.transaction_type in ('Redeem', 'Redeem Refund') and h.business_date between ${asked.from} and ${asked.until} and h.status <> 'Deleted'
        group by 1
      ),
      earning as (
        -- By the sales, which a merge has moved along; the ledger of a merged number keeps its own rows.
        select t.membership_no, ${earned} as earned
        from transaction_summary t join sold using (membership_no)
        where ${byGoods} and ${counts} and t.business_date between ${asked.from} and ${asked.until} and (${asked.outlet}::text is null or t.outlet_code = ${asked.outlet})
        group by 1
      ),
      ranked as (
        select rank() over (order by sold.gross - sold.returns desc)::int as rank, sold.*, sold.gross - sold.returns as net,
          c.customer_id, c.full_name, m.member_type, m.card_category_code, c.registered_outlet_code,
          coalesce(sold.earned_by, earning.earned, 0) as earned, coalesce(moved.used, 0) as used
        from sold join membership m using (membership_no) join customer c using (customer_id) left join moved using (membership_no)
          left join earning using (membership_no)
        where (${asked.MemberType ?? null}::text is null or m.member_type = ${asked.MemberType ?? null})
          and (${asked.CardCategoryCode ?? null}::text is null or m.card_category_code = ${asked.CardCategoryCode ?? null})
      )`,
    from: sql`ranked r`,
    where: [
      asked.TopN !== undefined && sql`r.rank <= ${asked.TopN}`,
      asked.MinSales !== undefined && sql`r.net >= ${asked.MinSales}::numeric`,
    ],
    select: sql`r.rank, r.membership_no, r.customer_id, r.full_name as customer_name, r.member_type, r.card_category_code,
      r.registered_outlet_code, r.invoices, r.gross::numeric(16,2) as gross, r.returns::numeric(16,2) as returns, r.net::numeric(16,2) as net,
      round(r.net / nullif(r.invoices, 0), 2) as average, ${percent(sql`r.net`, sql`sum(r.net) over ()`)} as share,
      r.earned as points_earned, r.used as points_used, r.last_purchase`,
    sort: {
      Average: (way) => sql`r.net / nullif(r.invoices, 0) ${way} nulls last`,
      Share: 'r.net',
      PointsEarned: 'r.earned',
      PointsUsed: 'r.used',
      CustomerName: 'r.full_name',
      LastPurchase: (way) => sql`r.last_purchase ${way} nulls last`,
    },
    tie: sql`r.membership_no`,
    totals: sql`count(*)::int as members, coalesce(sum(r.invoices), 0)::int as invoices, coalesce(sum(r.gross), 0)::numeric(16,2) as gross,
      coalesce(sum(r.returns), 0)::numeric(16,2) as returns, coalesce(sum(r.net), 0)::numeric(16,2) as net,
      coalesce(sum(r.earned), 0)::bigint as points_earned, coalesce(sum(r.used), 0)::bigint as points_used`,
  }
})
