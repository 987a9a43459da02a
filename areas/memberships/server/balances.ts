import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { plainMembershipNo } from '../contract/membership-no.ts'
import {
  BALANCE_TYPE,
  type Balance,
  type listBalances as endpoint,
  membershipRefusals as refusals,
} from '../contract/memberships.ts'

/** The balances of a membership; there is one kind of points. */
export async function listBalances(ctx: Ctx, { MembershipNo, Search, Rows, Page }: Input<typeof endpoint>) {
  const balance = await balanceOf(ctx, plainMembershipNo(MembershipNo))
  if (!balance) throw refusals.notFound()
  const wanted = Search.BalanceType?.toLowerCase() ?? ''
  const rows = BALANCE_TYPE.toLowerCase().includes(wanted) ? [balance] : []
  return { count: rows.length, rows: rows.slice((Page - 1) * Rows, Page * Rows) }
}

/** What a member has, what waits and what is owed; undefined for a number that nobody holds. */
export async function balanceOf(ctx: Ctx, MembershipNo: string): Promise<Balance | undefined> {
  const { rows } = await sql<Balance>`
    select membership.membership_no, ${BALANCE_TYPE}::text as balance_type, coalesce(balance.points, 0) as point_balance,
      coalesce(lots.usable, 0)::bigint - coalesce(balance.arrears, 0) as available, coalesce(lots.pending, 0)::bigint as pending,
      coalesce(balance.arrears, 0) as arrears, coalesce(balance.total_points_earned, 0) as total_points_earned,
      coalesce(balance.total_points_redeemed, 0) as total_points_redeemed, coalesce(balance.total_points_expired, 0) as total_points_expired,
      coalesce(balance.total_points_reversed, 0) as total_points_reversed, coalesce(balance.total_points_adjusted, 0) as total_points_adjusted
    from membership
    left join point_balance balance on balance.membership_no = membership.membership_no and balance.balance_type = ${BALANCE_TYPE}
    left join lateral (
      select sum(remaining) filter (where available_from > ${ctx.today}::date) as pending,
        sum(remaining) filter (where available_from <= ${ctx.today}::date and (expiry_date is null or expiry_date >= ${ctx.today}::date)) as usable
      from ${openLots} lot
    ) lots on true
    where membership.membership_no = ${MembershipNo} and membership.status <> 'Deleted'`.execute(ctx.db)
  return rows[0]
}

/** The lots of the membership at hand with something left in them. */
export const openLots = sql`(
  select available_from, expiry_date, point_amount - point_reversed - point_utilized - point_expired as remaining
  from point_history
  where point_history.membership_no = membership.membership_no and point_amount > 0
    and point_reversed + point_utilized + point_expired < point_amount)`
