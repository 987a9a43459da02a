import { sql } from 'kysely'
import { customerConditions, isLookedUpCustomerSql, resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, equals, isBetweenBounds } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import { expiryRefusals } from '../../contract/expiries.ts'
import type * as contract from '../../contract/rewards.ts'
import { pointsToExpireSql } from '../expiries.ts'
import { largestExpiryRewardJoin } from './expiry-rewards.ts'

/** Lists by month the members whose expiring points pay for a reward, or who have an expiry reward for the month. */
export function listMembersForExpiryReward(
  ctx: Ctx,
  { Search, ...topLevelFilters }: Input<typeof contract.listMembersForExpiryReward>,
) {
  const { ExpiryYear, ExpiryMonth, OutletCode, Status, DateFrom, DateTo, ...identifiers } = {
    ...topLevelFilters,
    ...Search,
  }
  const outlet = resolveOutletFilter(ctx, OutletCode, expiryRefusals.otherOutlet)
  const firstDay = sql`make_date(${ExpiryYear ?? null}::int, ${ExpiryMonth ?? null}::int, 1)`
  const inPeriod = (day: string) =>
    allOf([
      ExpiryYear && sql`extract(year from ${sql.ref(day)}) = ${ExpiryYear}::int`,
      ExpiryMonth && sql`extract(month from ${sql.ref(day)}) = ${ExpiryMonth}::int`,
      ExpiryYear &&
        ExpiryMonth &&
        sql`${sql.ref(day)} >= ${firstDay} and ${sql.ref(day)} < ${firstDay} + interval '1 month'`,
      isBetweenBounds(day, DateFrom, DateTo),
    ])
  return sqlList({
    with: sql`expiring as (
      select h.membership_no, extract(year from h.expiry_date)::int as expiry_year, extract(month from h.expiry_date)::int as expiry_month,
        sum(${pointsToExpireSql(ctx.today)})::bigint as point_expiry, max(h.expiry_date) as expiry_date
      from point_history h
      where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
        and h.expiry_date >= ${ctx.today} and ${inPeriod('h.expiry_date')}
      group by 1, 2, 3
    ),
    offered as (
      select r.membership_no, offer.expiry_year, offer.expiry_month, offer.point_expiry, offer.expiry_date, r.reference_code, r.reward_id, r.points,
        r.voucher_value, r.status
      from point_expiry_offer offer join customer_reward r using (reference_code)
      where r.status not in ('Cancelled', 'Deleted') and ${inPeriod('offer.expiry_date')}
    ),
    member_month as (
      select membership_no, expiry_year, expiry_month, coalesce(offered.point_expiry, expiring.point_expiry) as point_expiry,
        coalesce(offered.expiry_date, expiring.expiry_date) as expiry_date, reference_code, reward_id as offered_reward, points as offered_points, voucher_value,
        coalesce(offered.status, 'Eligible') as status_of_reward
      from expiring full join offered using (membership_no, expiry_year, expiry_month)
    )`,
    from: sql`member_month join membership using (membership_no) join customer using (customer_id)`,
    where: [
      // Inactive members are not eligible, but the list contains their existing expiry rewards.
      sql`(reference_code is not null or point_expiry >= least_expiry_reward(${ctx.today}) and membership.status = 'Active' and customer.status = 'Active')`,
      equals('status_of_reward', Status),
      ...customerConditions(identifiers, {
        outlet,
        across: ctx.actor.isHQ ? null : isLookedUpCustomerSql(ctx),
        target: 'membership',
      }),
    ],
    page: {
      keys: sql`member_month.*, customer.customer_id, customer.full_name, customer.id_no, customer.contact_no, customer.email,
        customer.registered_outlet_code`,
      joins: sql`
        ${largestExpiryRewardJoin(ctx, sql`page.reference_code is null`)}
        left join reward on reward.reward_id = coalesce(page.offered_reward, best_reward)`,
    },
    select: sql<contract.EligibleMember>`membership_no || '/' || expiry_year || '-' || lpad(expiry_month::text, 2, '0') as key, membership_no, customer_id,
      full_name, id_no, contact_no, email, registered_outlet_code as outlet_code, expiry_year, expiry_month, point_expiry, expiry_date,
      coalesce((select points from balances(${ctx.today}) b where b.membership_no = page.membership_no and b.balance_type = 'Jewel Club Points'), 0) as point_balance,
      reward.reward_id, reward.code as reward_code, reward.name as reward_name, coalesce(offered_points, best_points, 0) as reward_points,
      (case when reference_code is null then best_value else page.voucher_value end)::text as reward_value, status_of_reward as status, reference_code`,
    // Members with the same expiry date are sorted by their points, most points first.
    sort: { ExpiryDate: (direction) => sql`expiry_date ${direction}, point_expiry desc` },
    tie: (direction) => sql`expiry_year ${direction}, expiry_month ${direction}, membership_no ${direction}`,
    map: withMaskedIdNo,
  })
}
