import type { ClientBase } from 'pg'

// Data quality work: amendments awaiting approval, data issues and archived members.

const by = (username: string) =>
  `(select user_id, full_name as editor_name, building.code from user_account join staff using (staff_id) join building using (building_id) where username = '${username}') editor`

/** Writes recent corrections by counter staff, data issues and archived members. */
export async function seedDataQuality(client: ClientBase) {
  await client.query(
    `select set_config('carat.origin', (current_setting('carat.origin')::jsonb || '{"bulk": "demo"}')::text, true)`,
  )
  // Counter staff corrected typing errors, and head office has yet to review the corrections.
  await client.query(`
    with edited as (
      select customer_id, row_number() over (order by customer_id desc) as place, full_name, id_type, id_no, date_of_birth, gender, editor.*
      from customer, ${by('outlet')} where registered_outlet_code = editor.code and status = 'Active' and date_of_birth is not null and id_type = 'NRIC'
      order by customer_id desc limit 6
    ),
    history as (
      insert into profile_updated_history (customer_id, action_type, source, applied_yn, outlet_code, updated_by_id, updated_by, updated_at)
      select customer_id, 'Update', 'CRM', 'Y', code, user_id, editor_name, now() - make_interval(hours => 7 * place::int) from edited
      returning history_id, customer_id
    )
    insert into profile_updated_field (history_id, field_name, previous, updated)
    select history_id, field.* from history join edited using (customer_id), lateral (
      select 'FullName', replace(full_name, split_part(full_name, ' ', 1), left(split_part(full_name, ' ', 1), 2)), full_name where place % 3 = 1
      union all select 'DateOfBirth', (date_of_birth - 1)::text, date_of_birth::text where place % 3 <> 1
      union all select 'Gender', case gender when 'Male' then 'Female' else 'Male' end, gender where place % 3 = 2
      union all select 'IdNo', left(id_no, 8) || right(lpad(((right(id_no, 4)::int + 2) % 10000)::text, 4, '0'), 4), id_no where place % 3 = 0
    ) field`)
  await client.query(`
    with odd as (select customer_id, row_number() over (order by md5(customer_id::text || 'odd')) as place from customer where status = 'Active' and id_type = 'NRIC' limit 24)
    update customer set gender = case when place <= 6 then case gender when 'Male' then 'Female' else 'Male' end else gender end,
      contact_no = case when place between 7 and 12 then (select contact_no from customer twin where twin.customer_id = customer.customer_id % 100 + 1) else contact_no end
    from odd where odd.customer_id = customer.customer_id`)
  await client.query(`
    update customer_address set returned_mail_yn = 'Y' where address_id in (select address_id from customer_address order by md5(address_id::text || 'mail') limit 9)`)
  await client.query(`
    insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, outlet_code, recorded_at)
    select customer_id, 'Service', 'N', '2024-01', 'Phone', registered_outlet_code, now() - interval '6 days'
    from customer where status = 'Active' order by md5(customer_id::text || 'consent') limit 7`)
  await client.query(`
    insert into customer_tag (customer_id, name) select customer_id, (array['VIP', 'Bridal', 'Collector'])[1 + place % 3]
    from (select customer_id, row_number() over (order by md5(customer_id::text || 'tag')) as place from customer where status = 'Active') every where place <= 60`)
  // Archives demo customers without contact for years.
  await client.query(`
    with gone as (
      select customer_id, status from customer
      where status = 'Active' and created_at < now() - interval '40 months'
        and not exists (select from transaction_summary sale where sale.customer_id = customer.customer_id)
      order by customer_id limit 3
    ),
    archived as (
      insert into archived_member (customer_id, customer_status, memberships, points, archived_by_id, archived_by, archived_at)
      select customer_id, status, (select jsonb_object_agg(membership_no, membership.status) from membership where membership.customer_id = gone.customer_id), 0,
        editor.user_id, editor.editor_name, now() - interval '3 days' from gone, ${by('hq')} returning customer_id
    ),
    cards as (update membership set status = 'Archived' from archived where membership.customer_id = archived.customer_id)
    update customer set status = 'Archived' from archived where customer.customer_id = archived.customer_id`)
  await client.query(`select set_config('carat.origin', (current_setting('carat.origin')::jsonb - 'bulk')::text, true)`)
}
