import { sql } from 'kysely'
import { customerConditions, resolveOutletFilter } from '#areas/customers/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, containsName } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { expiryRefusals } from '../../contract/expiries.ts'
import type * as contract from '../../contract/rescue.ts'
import { pointsToExpireSql } from '../expiries.ts'
import { largestExpiryRewardJoin } from '../rewards/expiry-rewards.ts'

/** Lists members whose points expire within the setting expiry.rescueDays and suffice for an expiry reward. */
export async function listRescue(ctx: Ctx, { Search }: Input<typeof contract.listRescue>) {
  const { OutletCode, PreferredStaffName, ContactedYN, Outcome, ...identifiers } = Search
  const outlet = resolveOutletFilter(ctx, OutletCode, expiryRefusals.otherOutlet)
  const { 'expiry.rescueDays': days, 'points.costPerPoint': cost } = await readSettings(ctx)
  const latestOutcome = sql`(select outcome from expiry_contact
    where expiry_contact.membership_no = expiring.membership_no order by contacted_at desc, contact_id desc limit 1)`
  const contacted = sql`exists (select from expiry_contact where expiry_contact.membership_no = expiring.membership_no
    and contacted_at >= ${ctx.now}::timestamptz - make_interval(days => ${days}::int))`
  const minimumPoints = sql`least_expiry_reward(${ctx.today})`
  return sqlList({
    with: sql`expiring as (
      select h.membership_no, min(h.expiry_date) as expiry_date, sum(${pointsToExpireSql(ctx.today)})::bigint as point_expiry
      from point_history h
      where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
        and h.expiry_date >= ${ctx.today} and h.expiry_date <= ${ctx.today}::date + ${days}::int and h.available_from <= ${ctx.today}
      group by 1)`,
    from: sql`expiring join membership using (membership_no) join customer using (customer_id) join balances(${ctx.today}) point_balance using (membership_no)`,
    where: [
      sql`membership.status = 'Active' and customer.status = 'Active'`,
      sql`point_expiry >= ${minimumPoints} and point_balance.points >= ${minimumPoints}`,
      ...customerConditions(identifiers, { outlet, across: null, target: 'membership' }),
      PreferredStaffName &&
        sql`customer.preferred_staff_id in (select staff_id from staff
          where ${anyOf([containsName('full_name', PreferredStaffName), containsName('preferred_name', PreferredStaffName)])})`,
      ContactedYN && (ContactedYN === 'Y' ? contacted : sql`not ${contacted}`),
      Outcome && sql`${latestOutcome} = ${Outcome}`,
    ],
    page: {
      keys: sql`expiring.*, customer.customer_id, customer.full_name, customer.contact_no, customer.email, customer.preferred_staff_id,
        customer.registered_outlet_code, point_balance.points as point_balance`,
      joins: sql`
        left join lateral (select reference_code, status from customer_reward r join point_expiry_offer offer using (reference_code)
          where r.membership_no = page.membership_no and r.status not in ('Cancelled', 'Deleted') and offer.expiry_date >= ${ctx.today}
          order by r.status <> 'Active', offer.expiry_date, r.reference_code limit 1) reward on true
        ${largestExpiryRewardJoin(ctx, sql`true`)}
        left join lateral (select * from expiry_contact e where e.membership_no = page.membership_no
          order by contacted_at desc, contact_id desc limit 1) contact on true`,
    },
    select: sql<contract.RescueRow>`page.membership_no, page.customer_id, page.full_name, page.contact_no, page.email,
      page.registered_outlet_code as outlet_code,
      coalesce((select array_agg(channel order by channel) from (
        select distinct on (channel) channel, granted_yn from customer_consent
        where customer_consent.customer_id = page.customer_id and channel <> 'Service'
        order by channel, recorded_at desc, consent_id desc) consent where granted_yn = 'Y'), '{}') as channels,
      (select staff.preferred_name from staff where staff.staff_id = page.preferred_staff_id) as preferred_staff_name,
      page.expiry_date, page.point_expiry, round(page.point_expiry * ${cost}::numeric, 2)::text as value, page.point_balance,
      coalesce(best_points, 0) as reward_points, best_value::text as reward_value,
      reward.reference_code, reward.status as reward_status, contact.contacted_at as last_contact_at,
      contact.contact_type as last_contact_type, contact.outcome as last_outcome,
      (select staff.full_name from user_account join staff using (staff_id) where user_id = contact.contacted_by_id) as last_contact_by_name`,
    // Members with the same expiry date are sorted by their points, most points first.
    sort: { ExpiryDate: (direction) => sql`expiry_date ${direction}, point_expiry desc` },
    tie: 'membership_no',
  })
}
