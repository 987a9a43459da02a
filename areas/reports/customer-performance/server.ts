import { sql } from 'kysely'
import { allOf, equals } from '#kit/server/filters.ts'
import { withShares } from '#kit/server/shares.ts'
import { withPeople } from '../server/members.ts'
import { answer } from '../server/report.ts'
import {
  bonuses,
  counts,
  kept,
  ofMembers,
  onSaleDays,
  pieces,
  pointsEarned,
  pointsReversed,
  redeemedAt,
  salesByMember,
} from '../server/sales.ts'
import { customerPerformance } from './contract.ts'

export const customerPerformanceRoute = answer(customerPerformance, (_ctx, asked) => {
  const byGoods = asked.Brand !== undefined || asked.ProductGroup !== undefined
  // Of goods that are named only their lines count; else what the sale says of itself.
  const ofGoods = allOf([
    asked.Brand !== undefined && sql`upper_text(d.brand) = ${asked.Brand}`,
    asked.ProductGroup !== undefined && sql`upper_text(d.product_group) = ${asked.ProductGroup}`,
  ])
  const ofAny = asked.MemberType !== undefined || asked.CardCategoryCode !== undefined
  const days = sql`${onSaleDays(asked)} and (${asked.outlet}::text is null or t.outlet_code = ${asked.outlet})`
  const linesByMember = sql`(
    select t.membership_no, t.business_date, t.transaction_type, d.net_amount, net_moved(t.transaction_type, d.net_amount) as net,
      case when t.transaction_type = 'N' then d.discount else 0 end as discount, t.transaction_id, ${kept} and d.quantity > d.cancelled_quantity as kept
    from transaction_summary t join transaction_detail d on d.transaction_id = t.transaction_id and ${ofGoods}
    where ${ofMembers} and ${counts} and ${days}) sale`
  // By the sales, which a merge has moved along; the ledger of a merged number keeps its own rows. Points are no part of the index that the
  // rest is read from, so they are added up for the rows of a page, and once for all: for each of them only where these are the order.
  const pointsBy = (member: ReturnType<typeof sql>) =>
    sql`select coalesce(sum_points(${pointsEarned}), 0) as earned, coalesce(sum_points(${pointsReversed}), 0) as reversed
        from transaction_summary t ${bonuses} where ${member} and ${counts} and ${days}`
  const byPoints = asked.SortOption === 'PointsEarned' || asked.SortOption === 'PointsReversed'
  // Pieces are those of the lines, which a ranking needs nothing of: they are counted for the rows of a page.
  const itemsOf = (member: ReturnType<typeof sql>) =>
    sql`select coalesce(sum(net_moved(t.transaction_type, d.quantity)), 0) as items from transaction_summary t join transaction_detail d using (transaction_id)
        where ${member} and ${counts} and ${days} and ${ofGoods}`
  const byItems = asked.SortOption === 'Items'
  const narrowed = ofAny || byGoods || asked.TopN !== undefined || asked.MinSales !== undefined
  const whole = (figure: string) =>
    sql`(select ${sql.ref(figure)} from (${pointsBy(narrowed ? sql`t.membership_no in (select x.membership_no from r x)` : ofMembers)}) points)`
  return {
    inOrder: !byGoods,
    with: sql`sold as (
        select membership_no, ${byGoods ? sql`count(distinct transaction_id)` : sql`count(*)`} filter (where kept)::int as invoices,
          coalesce(sum(net_amount + discount) filter (where transaction_type = 'N'), 0) as gross, sum(discount) as discount, sum(net) as net, coalesce(sum(net_amount) filter (where transaction_type = 'C'), 0) as returns,
          max(business_date) filter (where kept) as last_purchase
        from ${byGoods ? linesByMember : salesByMember(asked)} group by 1
      ),
      moved as (
        select coalesce(led.stays, h.membership_no) as membership_no, -sum(h.points)::bigint as used from point_history h
          left join (select membership_no, surviving_membership(membership_no) as stays from membership where merged_into_membership_no is not null) led
            on led.membership_no = h.membership_no
        where h.transaction_type in ('Redeem', 'Redeem Refund') and h.business_date between ${asked.from} and ${asked.until} and h.status <> 'Deleted'
          ${asked.outlet === null ? sql`` : sql`and ${redeemedAt} = ${asked.outlet}`}
        group by 1
      ),
      ranked as (
        select rank() over (order by sold.net desc)::int as rank, sold.*, coalesce(moved.used, 0) as used
        from sold left join moved using (membership_no) ${ofAny ? sql`join membership m using (membership_no)` : sql``}
        where ${allOf([equals('m.member_type', asked.MemberType), equals('m.card_category_code', asked.CardCategoryCode)])}
      ),
      r as (${withShares(
        sql`select ranked.*${byPoints ? sql`, points.*` : sql``}${byItems ? sql`, (${itemsOf(sql`t.membership_no = ranked.membership_no`)}) as items` : sql``}
        from ranked ${byPoints ? sql`cross join lateral (${pointsBy(sql`t.membership_no = ranked.membership_no`)}) points` : sql``} where ${allOf(
          [
            asked.TopN !== undefined && sql`ranked.rank <= ${asked.TopN}`,
            asked.MinSales !== undefined && sql`ranked.net >= ${asked.MinSales}::numeric`,
          ],
        )}`,
        'net',
        'membership_no',
      )})`,
    ...withPeople(
      asked,
      [],
      sql`cross join lateral (${pointsBy(sql`t.membership_no = r.membership_no`)}) earning
        cross join lateral (${itemsOf(sql`t.membership_no = r.membership_no`)}) pieces`,
    ),
    select: sql`r.rank, r.membership_no, c.customer_id, c.full_name as customer_name, m.member_type, m.card_category_code,
      c.registered_outlet_code, r.invoices, ${pieces(sql`pieces.items`)} as items, r.gross::numeric(16,2) as gross, r.discount::numeric(16,2) as discount, r.returns::numeric(16,2) as returns, r.net::numeric(16,2) as net,
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
      ${whole('earned')} as points_earned, ${whole('reversed')} as points_reversed, coalesce(sum(r.used), 0)::bigint as points_used`,
  }
})
