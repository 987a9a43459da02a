import { sql } from 'kysely'
import { findQualifyingSales, type QualifyingSale } from '#areas/levels/server/index.ts'
import type { MemberCard } from '#areas/memberships/contract/counter.ts'
import type { Ctx } from '#kit/server/ctx.ts'

// Queries for the points and purchases on the member card.

/** SQL of the lots with remaining points of the `membership` that the calling query selects. */
const openLots = sql`(
  select available_from, expiry_date, point_amount - point_reversed - point_utilized - point_expired as remaining
  from point_history
  where point_history.membership_no = membership.membership_no and point_amount > 0
    and point_reversed + point_utilized + point_expired < point_amount)`

type Expiring = MemberCard['ExpirySchedule'][number] & { Next: { Points: number; Date: string } | null }

/** Reads the expiring points of a member by month; `Next` is the first expiry date of the month. */
export async function findExpiringPoints(ctx: Ctx, MembershipNo: string) {
  const { rows } = await sql<Expiring>`
    select extract(year from day)::int as year, extract(month from day)::int as month, sum(points)::bigint as points,
      (array_agg(jsonb_build_object('Points', points, 'Date', day) order by day))[1] as next
    from (
      select lot.expiry_date as day, sum(lot.remaining)::bigint as points
      from membership cross join lateral ${openLots} lot
      where membership.membership_no = ${MembershipNo} and lot.expiry_date >= ${ctx.today}::date
      group by 1
    ) days group by 1, 2 order by 1, 2 limit 12`.execute(ctx.db)
  return rows
}

export async function findLastPurchase(ctx: Ctx, MembershipNo: string): Promise<MemberCard['LastPurchase']> {
  const { rows } = await sql<NonNullable<MemberCard['LastPurchase']>>`
    select invoice_no, business_date, outlet_code, sale_left(transaction_id) as net_amount,
      points.total as earned_points
    from transaction_summary cross join lateral points_of_sale(transaction_id) points where membership_no = ${MembershipNo} and transaction_type = 'N'
    order by performed_at desc, transaction_id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** Finds the sale with the highest amount that qualifies a non-premium member for premium. */
export async function findSaleQualifyingForUpgrade(ctx: Ctx, MembershipNo: string) {
  const { rows } = await sql<QualifyingSale>`
    select * from (${findQualifyingSales(ctx, MembershipNo, sql`membership.member_type = 'Non-Premium Member' and membership.status = 'Active'`)}) sale
    where cancelled_yn = 'N' and used_yn = 'N' and card_level_id is not null
    order by basis_amount desc, invoice_no limit 1`.execute(ctx.db)
  return rows[0]
}
