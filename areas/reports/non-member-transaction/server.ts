import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/filters.ts'
import { type Asked, answer } from '../server/report.ts'
import { counts, net, percent, salesAsked } from '../server/sales.ts'
import { answerTotals, type Found } from '../server/totals.ts'
import { nonMemberTotals, nonMemberTransaction } from './contract.ts'

const goods = sql`(select string_agg(distinct coalesce(d.product_group, d.product_type, d.brand), ', ') from transaction_detail d
  where d.transaction_id = t.transaction_id)`
// What waits for its approval has no member yet, but is none of a stranger.
const toStrangers = sql`(t.membership_no is null and t.claimed_membership_no is null)`
const isSale = sql`t.transaction_type = 'N'`

type Sales = Asked<typeof nonMemberTransaction.call>

export const nonMemberTransactionRoute = answer(nonMemberTransaction, (_ctx, asked) => {
  const all = sql`(select sales from whole)`
  return {
    with: sql`whole as materialized (select count(*)::int as sales from transaction_summary t where ${allOf([isSale, counts, ...salesAsked(asked)])})`,
    from: sql`transaction_summary t`,
    where: [toStrangers, counts, ...salesAsked(asked)],
    select: sql`t.transaction_id, t.performed_at, t.invoice_no, t.sales_order, t.transaction_type, t.original_invoice_no, t.outlet_code,
      t.sales_person_code, ${goods} as goods, ${net} as net`,
    sort: { Net: net, Goods: goods },
    tie: sql`t.transaction_id`,
    totals: sql`count(*) filter (where ${isSale})::int as sales, count(*) filter (where t.transaction_type = 'C')::int as cancellations,
      coalesce(sum(${net}), 0)::numeric(16,2) as net, ${all} as all_sales, ${percent(sql`count(*) filter (where ${isSale})`, all)} as share_of_sales`,
  }
})

/** All sales, so that an outlet without a stranger has its row as well. */
const sales = (_ctx: Ctx, asked: Sales): Found => {
  const [of, all] = [sql`count(*) filter (where ${isSale} and ${toStrangers})`, sql`count(*) filter (where ${isSale})`]
  return {
    from: sql`transaction_summary t`,
    where: [counts, ...salesAsked(asked)],
    totals: sql`${of}::int as sales, count(*) filter (where t.transaction_type = 'C' and ${toStrangers})::int as cancellations,
      coalesce(sum(${net}) filter (where ${toStrangers}), 0)::numeric(16,2) as net, ${all}::int as all_sales, ${percent(of, all)} as share_of_sales`,
  }
}

export const nonMemberTotalsRoute = answerTotals(nonMemberTotals, sales, {
  Outlet: { key: sql`t.outlet_code` },
  Staff: { key: sql`t.sales_person_code` },
})
