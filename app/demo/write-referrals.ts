import type { ClientBase } from 'pg'

// Creates waiting, awarded and rejected referrals, and one that needs a decision, through the regular functions.

const FRIENDS = 14

/** Sets a referrer for the latest members and runs the nightly steps since they joined. */
export async function seedReferrals(client: ClientBase) {
  await client.query(
    `select set_config('carat.origin', (current_setting('carat.origin')::jsonb || '{"bulk": "demo"}')::text, true)`,
  )
  await client.query(
    `with newcomer as (
       select c.customer_id, c.registered_outlet_code as outlet, c.created_at, bought.yes,
         row_number() over (partition by bought.yes order by c.created_at desc, c.customer_id) as place
       from customer c cross join lateral (
         select exists (select from transaction_summary t where t.customer_id = c.customer_id and t.transaction_type = 'N' and t.net_amount >= 500
           and t.business_date >= business_date_of(c.created_at)) as yes) bought
       where c.status = 'Active' and c.registration_source = 'CRM' and c.created_at > now() - interval '120 days'
     ),
     friend as (select *, row_number() over (order by created_at, customer_id) as turn from newcomer where place <= $1 / 2),
     patron as (
       select m.membership_no, m.customer_id, c.registered_outlet_code as outlet, row_number() over (partition by c.registered_outlet_code order by m.membership_no) as place
       from membership m join customer c using (customer_id)
       where m.status = 'Active' and c.status = 'Active' and m.member_type = 'Premium Member' and c.created_at < now() - interval '300 days' and has_purchase(m.customer_id)
     ),
     -- Each outlet has two referrers, so that some referrers have several friends.
     pair as (
       select friend.*, patron.membership_no, patron.customer_id as patron_id
       from friend join patron on patron.outlet = friend.outlet and patron.place = 1 + friend.turn % 2
     ),
     named as (
       update customer c set recommend_membership_no = pair.membership_no,
         -- One family shares a phone number.
         alternate_contact_no = case when pair.turn = 5 then (select contact_no from customer where customer_id = pair.patron_id) else c.alternate_contact_no end
       from pair where c.customer_id = pair.customer_id
     )
     insert into referral (customer_id, referrer_membership_no, named_at, minimum_amount, qualify_until, return_days, referrer_points, friend_points)
     select customer_id, membership_no, least(created_at, now()), 500, business_date_of(created_at) + 90, 14, 500, 0 from pair order by created_at, customer_id`,
    [FRIENDS],
  )
  // Each referral is evaluated on the day of its purchase, and then today's nightly step runs.
  await client.query(
    `select evaluate_referrals(array[r.referral_id], jsonb_build_object('Today', sale.business_date, 'Now', sale.performed_at))
     from (select r.* from referral r order by r.referral_id) r, lateral qualifying_sale(r) sale where sale.transaction_id is not null`,
  )
  await client.query(
    `do $$
     declare
       done text := '0';
     begin
       while done is not null loop
         select first_key into done from referral_of_batch(done::bigint,
           jsonb_build_object('Today', business_date_of(now()), 'Now', now(), 'DecidedBy', 'night'));
       end loop;
     end $$`,
  )
  await client.query(
    `with turned_down as (
       update referral set status = 'Rejected', decided_at = now(), decided_by = 'demo', decision_remark = 'The two live together'
       where referral_id = (select max(referral_id) from referral where status = 'Pending') returning customer_id)
     update customer set recommend_membership_no = null from turned_down where customer.customer_id = turned_down.customer_id`,
  )
  await client.query(`select set_config('carat.origin', (current_setting('carat.origin')::jsonb - 'bulk')::text, true)`)
}
