import type { ClientBase } from 'pg'

// Points that are about to end: who serves their members, who was called, who was offered a reward and who came.

const ENDING = `
  select h.membership_no, customer.customer_id, customer.registered_outlet_code as outlet_code,
    extract(year from h.expiry_date)::int as expiry_year, extract(month from h.expiry_date)::int as expiry_month, max(h.expiry_date) as expiry_date,
    sum(h.point_amount - h.point_reversed - h.point_utilized - h.point_expired)::bigint as point_expiry, points_available(h.membership_no, today) as available
  from point_history h join membership using (membership_no) join customer using (customer_id), (select business_date_of(now()) as today) clock
  where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
    and h.expiry_date >= today and h.expiry_date < today + 60 and h.available_from <= today
    and membership.status = 'Active' and customer.status = 'Active'
  group by 1, 2, 3, 4, 5, today`

/** As head office and the counters would have done it in the last days. */
export async function writeRescue(client: ClientBase) {
  // Part of how the customers are made, and so no change that the audit log would tell of.
  await client.query(
    `select set_config('carat.origin', (current_setting('carat.origin')::jsonb || '{"bulk":"demo"}')::text, true)`,
  )
  await client.query(`
    update customer set preferred_staff_id = served.staff_id
    from (select distinct on (customer_id) customer_id, staff.staff_id
      from transaction_summary sale join staff using (sales_person_code) where customer_id is not null
      order by customer_id, performed_at desc) served
    where served.customer_id = customer.customer_id and customer.customer_id % 3 > 0`)
  await client.query(`select set_config('carat.origin', (current_setting('carat.origin')::jsonb - 'bulk')::text, true)`)
  await client.query(`
    with ending as (${ENDING}),
    chosen as (
      select distinct on (membership_no) *, least(point_expiry, available) / 100 as steps from ending
      where least(point_expiry, available) >= 100 order by membership_no, expiry_date
    )
    insert into point_expiry_reward (reference_code, membership_no, expiry_year, expiry_month, point_expiry, point_balance, expiry_date, points,
      voucher_value, validity_from, validity_to, outlet_code, created_by_id, created_at)
    select next_reward_reference(business_date_of(now())), membership_no, expiry_year, expiry_month, point_expiry, available, expiry_date, steps * 100,
      steps * 5, business_date_of(now()), expiry_date, 'HQ', (select user_id from user_account where username = 'hq'), now()
    from (select * from chosen order by md5(membership_no) limit 8) few`)
  await client.query(`
    with claimed as (
      select r.reference_code, outlet.user_id, outlet.code, (debit_points(membership_no, 'Redeem', r.points, business_date_of(now()),
        jsonb_build_object('ObjectType', 'CustomerReward', 'ObjectValue', reference_code, 'ReferenceCode', reference_code,
          'SourceKey', 'claim:' || reference_code || ':1', 'OutletCode', outlet.code, 'StaffId', outlet.staff_id, 'CreatedById', outlet.user_id))->>'HistoryId')::bigint as entry
      from (select * from point_expiry_reward order by reference_code limit 2) r,
        (select user_id, staff_id, building.code from user_account join staff using (staff_id) join building using (building_id) where username = 'outlet') outlet
    )
    update point_expiry_reward set status = 'Claimed', claims = 1, claim_history_id = entry, voucher_no = 'G' || right(claimed.reference_code, 7),
      claimed_by_id = user_id, claimed_outlet_code = code, claimed_date = now()
    from claimed where claimed.reference_code = point_expiry_reward.reference_code`)
  await client.query(`
    with ending as (${ENDING}),
    called as (
      select membership_no, outlet_code, row_number() over (order by md5(membership_no || 'called')) as place
      from (select distinct membership_no, outlet_code from ending) members
    )
    insert into expiry_contact (membership_no, contact_type, outcome, note, outlet_code, contacted_by_id, contacted_at)
    select membership_no, (array['Call', 'WhatsApp', 'Call', 'SMS'])[place % 4 + 1], (array['Will come', 'Reached', 'No answer', 'Not interested'])[place % 4 + 1],
      (array['Comes on Saturday', 'Asked for the opening hours', null, null])[place % 4 + 1], outlet_code,
      (select user_id from user_account where username = 'outlet'), now() - make_interval(hours => 5 * place::int)
    from called where place <= 24`)
}
