import { sql } from 'kysely'
import { staffNameSql, type TimelineSource } from '#areas/customers/server/index.ts'

export const referralTimelineSource: TimelineSource = {
  kinds: ['Referral'],
  select: (id, _, outlet) => sql`
    select event.at, 'Referral', r.referral_id || ' ' || event.name || ' ' || (side.as_referrer)::int, event.by,
      friend.registered_outlet_code, case when event.name = 'Named' and side.as_referrer then 'Recommended' else event.name end, event.detail,
      null, null, null, case when ${outlet}::text is null or other.outlet_code = ${outlet} then other.full_name end, other.membership_no, null, null
    from referral r
    join membership holder on holder.membership_no = r.referrer_membership_no
    join customer referrer on referrer.customer_id = holder.customer_id
    join lateral (
      select c.registered_outlet_code, c.full_name, m.membership_no from customer c left join membership m on m.customer_id = c.customer_id
      where c.customer_id = r.customer_id order by m.status = 'Active' desc, m.membership_no limit 1) friend on true
    join lateral (values (true, holder.customer_id), (false, r.customer_id)) side (as_referrer, customer_id) on side.customer_id = ${id}
    cross join lateral (
      select friend.full_name, friend.registered_outlet_code as outlet_code, friend.membership_no where side.as_referrer
      union all
      select referrer.full_name, referrer.registered_outlet_code, r.referrer_membership_no where not side.as_referrer) other
    cross join lateral (values
      ('Named', r.named_at, ${staffNameSql('r.named_by_id')}, null),
      ('Qualified', r.qualified_at, null, null),
      (case when r.status = 'Rejected' then 'Rejected' else 'Approved' end, r.decided_at, r.decided_by, r.decision_remark),
      ('Voided', r.voided_at, null, r.void_reason)) event (name, at, by, detail)
    where event.at is not null and ${id} in (holder.customer_id, r.customer_id)`,
}
