import type { ClientBase } from 'pg'

// Expiring points with responsible staff, calls, expiry rewards and claims.

const ENDING = `
  select h.membership_no, customer.customer_id, customer.registered_outlet_code as outlet_code,
    extract(year from h.expiry_date)::int as expiry_year, extract(month from h.expiry_date)::int as expiry_month, max(h.expiry_date) as expiry_date,
    sum(h.point_amount - h.point_reversed - h.point_utilized - h.point_expired)::bigint as point_expiry, points_available(h.membership_no, today) as available
  from point_history h join membership using (membership_no) join customer using (customer_id), (select business_date_of(now()) as today) clock
  where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
    and h.expiry_date >= today and h.expiry_date < today + 60 and h.available_from <= today
    and membership.status = 'Active' and customer.status = 'Active'
  group by 1, 2, 3, 4, 5, today`

/** Writes the recent work of head office and of the counters on expiring points. */
export async function seedExpiringPointsWork(client: ClientBase) {
  // This update writes no audit records, because it belongs to the seeding.
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
    insert into reward (code, name, type, status, point_deduct, voucher_type, voucher_value, deduct_point_in_claim_yn, validity_days, created_by_id)
    select 'EXPIRY-' || points, 'Gift voucher', 'Point Expiry', 'Active', points, 'G', points / 20, 'Y', 90,
      (select user_id from user_account where username = 'hq')
    from unnest(array[100, 200, 500, 1000]) points`)
  // Head office offered rewards to single members.
  await client.query(`
    with ending as materialized (${ENDING}),
    chosen as (
      select distinct on (membership_no) ending.*, best.reward_id from ending join membership m using (membership_no)
      cross join lateral expiry_reward_for(m, least(point_expiry, available), business_date_of(now())) best
      where best.reward_id is not null order by membership_no, expiry_date
    ),
    few as materialized (select * from chosen order by md5(membership_no) limit 8),
    offered as materialized (
      select few.*, issue_reward(membership_no, reward_id, jsonb_build_object('Period', expiry_year || '-' || lpad(expiry_month::text, 2, '0'), 'ValidityTo', expiry_date),
        jsonb_build_object('Today', business_date_of(now()), 'At', now(), 'OutletCode', 'HQ', 'CreatedById', user_id, 'UserName', 'hq')) as reference_code
      from few, (select user_id from user_account where username = 'hq') hq
    )
    insert into point_expiry_offer (reference_code, expiry_year, expiry_month, point_expiry, point_balance, expiry_date)
    select reference_code, expiry_year, expiry_month, point_expiry, available, expiry_date from offered`)
  // Counter staff claimed two of the rewards, if vouchers were in stock.
  await client.query(`
    select claim_reward(jsonb_build_object('ReferenceCode', reference_code, 'IdentifierType', 'MembershipNo', 'Identifier', membership_no),
      jsonb_build_object('Today', business_date_of(now()), 'At', now(), 'OutletCode', outlet.code, 'StaffId', outlet.staff_id, 'CreatedById', outlet.user_id,
        'UserName', 'outlet'))
    from (
      select reward.reference_code, reward.membership_no from point_expiry_offer join customer_reward reward using (reference_code)
      where exists (select from voucher where status = 'A' and voucher_type = reward.voucher_type and value = reward.voucher_value)
      order by reward.reference_code limit 2
    ) two, (select user_id, staff_id, building.code from user_account join staff using (staff_id) join building using (building_id) where username = 'outlet') outlet`)
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
