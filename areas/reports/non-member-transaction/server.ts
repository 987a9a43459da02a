import { sql } from 'kysely'
import { answer } from '../server/report.ts'
import { counts, net, percent, salesAsked } from '../server/sales.ts'
import { nonMemberTransaction } from './contract.ts'

const goods = sql`(select string_agg(distinct coalesce(d.product_group, d.product_type, d.brand), ', ') from transaction_detail d
  where d.transaction_id = t.transaction_id)`

export const nonMemberTransactionRoute = answer(nonMemberTransaction, (_ctx, asked) => ({
  from: sql`transaction_summary t`,
  where: [
    // What waits for its approval has no member yet, but is none of a stranger.
    sql`t.membership_no is null and t.claimed_membership_no is null and ${counts}`,
    ...salesAsked(asked),
  ],
  select: sql`t.transaction_id, t.performed_at, t.invoice_no, t.sales_order, t.transaction_type, t.original_invoice_no, t.outlet_code,
    t.sales_person_code, ${goods} as goods, ${net} as net`,
  sort: { Net: net, Goods: goods },
  tie: sql`t.transaction_id`,
  totals: sql`count(*) filter (where t.transaction_type = 'N')::int as sales, count(*) filter (where t.transaction_type = 'C')::int as cancellations,
    coalesce(sum(${net}), 0)::numeric(16,2) as net,
    ${percent(
      sql`count(*) filter (where t.transaction_type = 'N')`,
      sql`(select count(*) from transaction_summary a where a.transaction_type = 'N' and (a.approval_status is null or a.approval_status = 'Approved')
        and a.business_date between ${asked.from} and ${asked.until} and (${asked.outlet}::text is null or a.outlet_code = ${asked.outlet}))`,
    )} as share_of_sales`,
}))
