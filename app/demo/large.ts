import type { ClientBase } from 'pg'
import { seedLargeClienteling } from './large-clienteling.ts'
import { seedLargeRewards } from './large-rewards.ts'

// Creates a company of any size for measurements, with SQL statements that each write many rows.
// The points of the generated members follow the usual rules; their names repeat.

type Size = {
  customers: number
  sales: number
  /** The server secret, which vouchers need. Without a secret only members, sales and points are created. */
  secret?: Buffer
}

/** The rule for earning points works on arrays of lines, so a limited number of sales limits the memory. */
export const EARNED_AT_ONCE = 100_000

export const seedOrigin = {
  userId: null,
  name: 'seed',
  outletCode: 'HQ',
  session: null,
  ip: null,
  requestId: 'seed',
  bulk: 'seed',
}

/** Adds members and sales to a database with the demo company in one transaction. Returns the counts. */
export async function seedLargeCompany(
  client: ClientBase,
  { customers, sales, secret }: Size,
  log: (text: string) => void,
) {
  const step = async (label: string, text: string, values: unknown[] = []) => {
    const started = performance.now()
    const { rowCount } = await client.query(text, values)
    log(`${label}: ${rowCount ?? 0} rows in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  await client.query('begin')
  await client.query(
    `select set_config('carat.origin', $1, true), set_config('work_mem', '256MB', true), setseed(0.42)`,
    [JSON.stringify(seedOrigin)],
  )

  await step('members', makeMembers, [customers])
  await step('memberships', writeMembers)
  await step('consents', writeConsents)
  await step('sales', makeSales, [sales, customers])
  // Newly filled tables have no statistics, and without statistics joins of a million rows get bad plans.
  await step('statistics', 'analyze large_member, large_sale, customer, membership')
  await client.query(`${makeEarning} on commit drop`)
  // The rule for earning points needs custom plans, because PostgreSQL would switch to a generic plan after five runs.
  // The foreign key checks need a generic plan; with custom plans seeding takes three times as long.
  await client.query('set local plan_cache_mode = force_custom_plan')
  for (let from = 0; from < sales; from += EARNED_AT_ONCE) await step('points', earn, [from, from + EARNED_AT_ONCE])
  await client.query('set local plan_cache_mode = auto')
  await step('transactions', writeSales)
  await step('lines', writeLines)
  await step('ledger', writeLedger)
  await step('balances', writeBalances)
  await step('rewards', writeRewards)
  if (secret) {
    await seedLargeRewards(customers, secret, step)
    await seedLargeClienteling(client, customers, step)
  }
  await client.query('commit')
  await step('statistics', 'analyze')
}

/** SQL that gives every fifth member a gift: claimed, cancelled, expired or still to be claimed. */
export const writeRewards = `
  with given as (
    insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, validity_from, validity_to, outlet_code, redeemed_outlet_code,
      redeemed_date, status, claimed_date, claimed_outlet_code, cancelled_date, cancelled_outlet_code, created_at, updated_at)
    select next_reward_reference(day), reward_id, membership_no, customer_id, type, day, day + 60, outlet, outlet, at, state.status,
      case state.status when 'Claimed' then at + interval '3 days' end, case state.status when 'Claimed' then outlet end,
      case state.status when 'Cancelled' then at + interval '1 day' end, case state.status when 'Cancelled' then outlet end, at, at
    from reward, large_member
    cross join lateral (select business_date_of(now()) - 5 - number * 13 % 200 as day) given_on
    cross join lateral (select (day + time '12:00') at time zone business_zone() as at,
      case when number % 20 = 0 then 'Claimed' when number % 20 = 5 then 'Cancelled' when day + 60 < business_date_of(now()) then 'Expired' else 'Active' end as status) state
    where code = 'CLEANING-SET' and number % 5 = 0
    returning customer_reward.reward_id, customer_reward.status
  )
  insert into reward_given (reward_id, given)
  select reward_id, count(*) from given where status in ('Active', 'Claimed') group by 1
  on conflict (reward_id) do update set given = reward_given.given + excluded.given`

export const makeMembers = `
  create temp table large_member on commit drop as
  select nextval(pg_get_serial_sequence('customer', 'customer_id')) as customer_id, number, next_membership_no() as membership_no,
    (array['TAN','LIM','LEE','WONG','NG','CHAN','ABDULLAH','ISMAIL','RAJAN','KUMAR','SIVA','OTHMAN','YUSOF','CHONG','GOH','ONG'])[1 + number % 16] || ' ' ||
      (array['MEI','WEI','SIEW','NUR','SITI','AHMAD','PRIYA','DEEPA','HUI','JIA','KOK','AZLAN','FARAH','RAVI'])[1 + number / 7 % 14] || ' ' ||
      (array['LING','SHAN','YEN','AISYAH','HASSAN','FAIZ','MIN','TING','XUAN','HAO','LATIF','NADIA','RAO'])[1 + number / 97 % 13] as full_name,
    (array['KL1','PJ1','PG1','JB1','IP1','KK1'])[1 + number % 6] as outlet,
    date '1950-01-01' + (number * 7919::bigint % 20000)::int as birth_date,
    (business_date_of(now()) - 1 - number * 31 % 1400) as join_date,
    number % 10 < 8 as premium, (array['CLASSIC','CLASSIC','CLASSIC','CLASSIC','GOLD','GOLD','PLATINUM'])[1 + number % 7] as category
  from generate_series(1, $1::int) number`

export const writeMembers = `
  with people as (
    insert into customer (customer_id, full_name, member_type, id_type, id_no, date_of_birth, gender, ethnicity, contact_no, contact_no_typed, email, language,
      registered_outlet_code, registration_source, created_at)
    overriding system value
    select customer_id, full_name, case when premium then 'Premium Member' else 'Non-Premium Member' end, 'Other', 'L' || lpad(customer_id::text, 10, '0'), birth_date,
      case when number % 2 = 0 then 'Male' else 'Female' end, 'Other', '+601' || lpad((customer_id % 1000000000)::text, 9, '0'), '01' || lpad((customer_id % 1000000000)::text, 9, '0'),
      'member' || customer_id || '@example.com', 'English', outlet, 'Import', join_date + time '12:00'
    from large_member
  )
  insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, join_date, activated_at, cycle_start, cycle_end)
  select membership_no, customer_id, (select min(group_id) from card_group), case when premium then category end,
    case when premium then 'Premium Member' else 'Non-Premium Member' end, join_date, case when premium then join_date + time '12:00' end,
    case when premium then cycle_start end, case when premium then (cycle_start + interval '2 years')::date end
  from large_member cross join lateral (
    -- The nightly batch has reviewed ended cycles.
    select case when join_date + interval '2 years' < business_date_of(now()) then (join_date + interval '2 years')::date else join_date end as cycle_start
  ) cycle`

export const writeConsents = `
  insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
  select customer_id, 'Service', 'Y', '1', 'Import', join_date + time '12:00' from large_member`

/** SQL that creates the sales in the order of their dates, as tills write them. */
export const makeSales = `
  create temp table large_sale on commit drop as
  select nextval(pg_get_serial_sequence('transaction_summary', 'transaction_id')) as transaction_id, sale.* from (
    select sale.number, member.membership_no, member.customer_id, member.outlet,
      business_date_of(now()) - 1 - (sale.number * 37 % 720)::int as sold_on, time '02:00' + make_interval(secs => sale.number % 36000) as sold_at,
      (array['Carat','Carat Bridal','Serikandi','Lumière','Golden Vow','Little Gem'])[1 + sale.number % 6] as brand,
      (array['DIA-RING','PENDANT','GOLD-916','BRACELET','DIA-EAR'])[1 + sale.number % 5] as product_group,
      (80 + (sale.number * 7919::bigint % 4000) + 0.9)::numeric(14,2) as amount
    from generate_series(1, $1::int) as sale(number)
    join large_member member on member.number = 1 + sale.number * 104729::bigint % $2::bigint
    order by sold_on, sold_at, sale.number
  ) sale`

export const makeEarning = `
  create temp table large_earning (sale bigint primary key, points bigint, rate_detail_id bigint, structure_detail_id bigint, card_level_id bigint,
    available_from date, expiry_date date)`

export const earn = `
  insert into large_earning
  select document, points, rate_detail_id, structure_detail_id, card_level_id, available_from, expiry_date
  from points_earning((select array_agg(line_to_earn(number, 1, membership_no, sold_on, brand, amount, product_group => product_group)) from large_sale
    where number > $1::int and number <= $2::int))`

export const writeSales = `
  insert into transaction_summary (transaction_id, transaction_type, invoice_no, membership_no, customer_id, outlet_code, total_amount, net_amount, performed_at,
    business_date, source, earned_points, created_at)
  overriding system value
  select transaction_id, 'N', 'L' || transaction_id, membership_no, customer_id, outlet, amount, amount, (sold_on + sold_at) at time zone 'utc', sold_on, 'Import', coalesce(points, 0),
    (sold_on + sold_at) at time zone 'utc'
  from large_sale left join large_earning on sale = number`

export const writeLines = `
  insert into transaction_detail (transaction_id, sequence_no, item_code, description, brand, product_group, quantity, unit_price, net_amount, points_earned,
    rate_detail_id, structure_detail_id, card_level_id)
  select transaction_id, 1, 'ITEM' || number % 4000, 'Measured piece', brand, product_group, 1, amount, amount, coalesce(points, 0), rate_detail_id, structure_detail_id, card_level_id
  from large_sale left join large_earning on sale = number`

export const writeLedger = `
  insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date, invoice_no,
    transaction_id, object_type, object_value, outlet_code, source_key)
  select membership_no, row_number() over (partition by membership_no order by sold_on, number), 'Earn', points, points, sold_on, (sold_on + sold_at) at time zone 'utc',
    available_from, expiry_date, 'L' || transaction_id, transaction_id, 'Transaction', transaction_id::text, outlet, 'earn:' || transaction_id
  from large_sale join large_earning on sale = number where points > 0`

export const writeBalances = `
  insert into point_balance (membership_no, lots_remaining, total_points_earned, last_sequence_no)
  select membership_no, sum(points), sum(points), count(*) from large_sale join large_earning on sale = number where points > 0 group by membership_no`
