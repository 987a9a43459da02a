import type { ClientBase } from 'pg'

// Preferences, sizes and wishes of members, and couples who share them. One wish was already bought as a gift.

const items: readonly (readonly [name: string, price: number, remark: string | null])[] = [
  ['Jade bangle, light green', 3880, 'Saw it in the window, 58 mm'],
  ['Diamond solitaire pendant 0.30 ct', 5290, null],
  ['Pearl stud earrings 8 mm', 980, 'For the daughter’s graduation'],
  ['Rose gold tennis bracelet', 6450, null],
  ['Eternity ring, platinum', 7200, 'To match the wedding band'],
  ['Gold charm, year of the horse', 620, null],
]

export async function seedHousehold(client: ClientBase) {
  await client.query(`
    with known as (select customer_id, row_number() over (order by md5(customer_id::text || 'taste')) as place from customer
      where status = 'Active' and registered_outlet_code <> 'HQ' limit 120)
    insert into jewellery_profile (customer_id, metals, stones, allergies, budget_from, budget_to)
    select customer_id, (array['{Yellow gold}', '{Rose gold,White gold}', '{Platinum}', '{White gold,Silver}'])[1 + place % 4]::text[],
      (array['{Diamond}', '{Jade,Pearl}', '{Sapphire,Diamond}'])[1 + place % 3]::text[], case when place % 9 = 0 then 'Nickel' end,
      case when place % 2 = 0 then 500 end, case when place % 2 = 0 then 3000 end from known`)
  await client.query(`
    insert into jewellery_size (customer_id, person, kind, finger, size)
    select customer_id, null, 'Ring', 'Left ring', (10 + customer_id % 8)::text from jewellery_profile
    union all select customer_id, null, 'Ring', 'Right middle', (11 + customer_id % 8)::text from jewellery_profile where customer_id % 3 = 0
    union all select customer_id, null, 'Bangle', null, (54 + customer_id % 3 * 2) || ' mm' from jewellery_profile where customer_id % 2 = 0
    union all select customer_id, 'Mother', 'Necklace', null, '42 cm' from jewellery_profile where customer_id % 5 = 0`)
  await client.query(`
    insert into important_date (customer_id, label, occurs_on)
    select customer_id, 'Engagement', business_date_of(now()) - (900 + customer_id % 700)::int from jewellery_profile where customer_id % 2 = 1`)
  await client.query(
    `insert into favourite (customer_id, name, price, remarks, created_at)
     select customer_id, item.name, item.price, item.remark, now() - make_interval(days => (customer_id % 60)::int)
     from (select customer_id, row_number() over (order by customer_id) as place from jewellery_profile) one
     join unnest($1::text[], $2::numeric[], $3::text[]) with ordinality item(name, price, remark, at) on (place + item.at) % 3 = 0`,
    [items.map(([name]) => name), items.map(([, price]) => price), items.map(([, , remark]) => remark)],
  )
  // Pairs a woman and a man of the same outlet who have complete profiles.
  await client.query(`
    with side as (
      select customer_id, gender, registered_outlet_code as outlet, row_number() over (partition by registered_outlet_code, gender order by customer_id) as place
      from jewellery_profile join customer using (customer_id))
    insert into household_link (customer_id, relative_id, relation)
    select her.customer_id, his.customer_id, 'Spouse' from side her join side his using (outlet, place)
    where her.gender = 'Female' and his.gender = 'Male' and place <= 3`)
  await client.query(`
    update favourite set given_by_id = link.customer_id, given_at = now() - interval '2 days'
    from household_link link where favourite_id = (select min(favourite_id) from favourite
      where customer_id = (select relative_id from household_link order by link_id limit 1)) and favourite.customer_id = link.relative_id`)
}
