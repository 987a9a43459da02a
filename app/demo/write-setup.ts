import type { ClientBase } from 'pg'

// The demo's company setup: custom fields with values, activities, and lead sources with prospects.

type Item = { value: string; zh: string; fr: string; ja: string }
type Field = { of: string; code: string; name: string; type: string; items?: readonly Item[] }

const fields: readonly Field[] = [
  {
    of: 'Customer',
    code: 'STYLE',
    name: 'Jewellery style',
    type: 'Selection',
    items: [
      { value: 'Classic', zh: '经典', fr: 'Classique', ja: 'クラシック' },
      { value: 'Modern', zh: '现代', fr: 'Moderne', ja: 'モダン' },
      { value: 'Vintage', zh: '复古', fr: 'Vintage', ja: 'ヴィンテージ' },
    ],
  },
  { of: 'Customer', code: 'FIRST_VISIT', name: 'First visit', type: 'Date' },
  { of: 'Customer', code: 'BOUTIQUE_NOTE', name: 'Note for the boutique', type: 'Text' },
  { of: 'Task', code: 'APPOINTMENT', name: 'Appointment', type: 'Datetime' },
  { of: 'Rewards', code: 'SUPPLIER', name: 'Supplier', type: 'Text' },
]

const activities = [
  ['CALL', 'Called the customer', 'Asked how the ring fits; very happy with it'],
  ['RING_CLEANING', 'Cleaned a ring or another piece', 'Cleaned the solitaire and checked the prongs'],
  ['VISIT', 'Visited the shop without buying', 'Tried on three bracelets, will come back with her sister'],
  ['REPAIR', 'Took in a piece for repair', 'Clasp of the necklace to be replaced, ready in a week'],
  ['EVENT', 'Was at an event of the company', 'Came to the bridal evening with her fiancé'],
] as const

/** A lead event at an outlet. `daysAgo` is the number of days before today. */
const sources = [
  ['BRIDAL-FAIR', 'Bridal fair in the convention centre', 'Event', 34, 'KL1'],
  ['OPEN-EVENING', 'Evening of the new collection', 'Event', 12, 'PJ1'],
  ['WEB-FORM', 'Form on the website', 'Non-Event', null, null],
] as const

export async function seedSetupRecords(client: ClientBase) {
  for (const [index, { of, code, name, type, items = [] }] of fields.entries()) {
    const list = items.length > 0 ? code : null
    await client.query(
      `insert into custom_field (object_type, custom_field_code, custom_field_name, field_type, is_mandatory_yn, auto_sync_yn, sequence_no, field_list_id)
       values ($1, $2, $3, $4, 'N', 'N', $5, $6)`,
      [of, code, name, type, (index + 1) * 10, list],
    )
    for (const [at, { value, ...labels }] of items.entries())
      await client.query(
        `insert into custom_field_item (field_list_id, value, labels, sequence_no) values ($1, $2, $3, $4)`,
        [list, value, JSON.stringify(labels), (at + 1) * 10],
      )
  }
  await client.query(values)
  await client.query(`update task set custom_values = jsonb_build_object('APPOINTMENT', to_char((due_date + interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    where group_code = 'INVITATION'`)
  await client.query(
    `update reward set custom_values = '{"SUPPLIER": "Aurum Gifts Sdn Bhd"}' where type in ('Free Gift', 'Premium Gift')`,
  )
  await writeActivities(client)
  await writeLeads(client)
}

/** SQL that sets custom field values of selected customers. */
const values = `
  update customer set custom_values = jsonb_strip_nulls(jsonb_build_object(
      'STYLE', (array['Classic', 'Modern', 'Vintage'])[1 + customer.customer_id % 3],
      'FIRST_VISIT', to_char(customer.created_at - make_interval(days => (customer.customer_id % 40)::int), 'YYYY-MM-DD'),
      'BOUTIQUE_NOTE', case customer.customer_id % 7 when 0 then 'Prefers to be served by the same adviser' when 3 then 'Takes tea, no sugar' end))
  from jewellery_profile profile where profile.customer_id = customer.customer_id`

async function writeActivities(client: ClientBase) {
  for (const [code, description] of activities)
    await client.query(
      `insert into activity_type (activity_code, description) values ($1, $2) on conflict do nothing`,
      [code, description],
    )
  await client.query(
    `insert into customer_activity (customer_id, activity_code, activity_log, building_id, staff_id, created_at, updated_at)
     select known.customer_id, done.code, done.log, building_id, adviser.staff_id, at, at
     from (select customer_id, registered_outlet_code as outlet, row_number() over (order by md5(customer_id::text || 'activity')) as place
       from jewellery_profile join customer using (customer_id) where customer.status = 'Active') known
     join unnest($1::text[], $2::text[]) with ordinality done(code, log, no) on done.no = 1 + known.place % $3::int
     join building on building.code = known.outlet
     join lateral (select staff_id from staff where staff.building_id = building.building_id and staff.status = 'Active' order by staff_id limit 1) adviser on true
     cross join lateral (select now() - make_interval(days => (known.place % 75)::int, hours => (known.place % 6)::int) as at) moment
     where known.place <= 90`,
    [activities.map(([code]) => code), activities.map(([, , log]) => log), activities.length],
  )
}

/** Writes prospects of the lead sources. Some of these prospects have bought since. */
async function writeLeads(client: ClientBase) {
  for (const [code, name, type, daysAgo, outlet] of sources)
    await client.query(
      `insert into lead_source (code, name, type, event_date, outlet_code, created_by_id)
       values ($1, $2, $3, business_date_of(now()) - $4::int, $5, (select user_id from user_account where username = 'hq'))`,
      [code, name, type, daysAgo, outlet],
    )
  await client.query(`
    insert into lead_prospect (lead_source_id, customer_id, created_by_id, created_at)
    select source.lead_source_id, person.customer_id, (select user_id from user_account where username = 'hq'), person.created_at
    from lead_source source
    join lateral (
      select customer_id, created_at from customer
      where status = 'Active' and created_at > now() - interval '400 days' and (source.outlet_code is null or registered_outlet_code = source.outlet_code)
      order by md5(customer_id::text || source.code) limit 14) person on true
    on conflict do nothing`)
}
