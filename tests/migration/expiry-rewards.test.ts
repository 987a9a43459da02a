import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layers } from '#db/layers.ts'
import { migrate } from '#kit/server/migrate.ts'
import { emptyDatabase, type TestDatabase } from '../database.ts'

// A database from before expiry rewards became rewards of the catalogue.

let database: TestDatabase
let client: pg.Client
const rows = async (text: string) => (await client.query(text)).rows

beforeAll(async () => {
  database = await emptyDatabase()
  const before = mkdtempSync(join(tmpdir(), 'carat-before-'))
  for (const name of readdirSync('db/migrations').filter((name) => name < '0017' && name.endsWith('.sql')))
    cpSync(join('db/migrations', name), join(before, 'db/migrations', name))
  for (const folder of ['kit/sql', ...layers.flat().map((area) => `areas/${area}/sql`), 'db/sql'])
    rmSync(join(before, folder), { recursive: true, force: true })
  await migrate({ url: database.url, root: pathToFileURL(`${before}/`) })
  rmSync(before, { recursive: true })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`
    insert into building (code, name, building_type_id) values ('KL1', 'Kuala Lumpur', 4);
    insert into card_group (name, description) select 'Jewel Club', 'Everybody' where not exists (select from card_group);
    insert into customer (full_name, registered_outlet_code, registration_source)
    select 'NUR AISYAH ' || n, 'KL1', 'CRM' from generate_series(1, 3) n;
    insert into membership (membership_no, customer_id, card_group_id, member_type, status, join_date)
    select 'JC' || (100 + row_number() over (order by customer_id)), customer_id, (select min(group_id) from card_group), 'Non-Premium Member', 'Active', '2024-01-01' from customer;
    insert into point_balance (membership_no) select membership_no from membership;
    insert into point_history (history_id, membership_no, sequence_no, transaction_type, points, point_amount, business_date, object_type, object_value, source_key, created_at)
    overriding system value values (900, 'JC102', 1, 'Redeem', -400, 0, '2026-11-10', 'CustomerReward', 'RW26110000022', 'claim:RW26110000022:2', now());
    insert into setting (name, value) values ('expiry.rewardPoints', '200'), ('expiry.rewardValue', '"12.50"'), ('expiry.rescueDays', '60');
    insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date) values ('G-0001', '\\x00', 'k', 'G', 25, '2030-12-31'), ('G-0002', '\\x00', 'k', 'G', 25, '2030-12-31');
    insert into point_expiry_reward (reference_code, membership_no, expiry_year, expiry_month, point_expiry, point_balance, expiry_date, points, voucher_value,
      validity_from, validity_to, status, remarks, outlet_code, created_by_id, created_at, claims, claim_history_id, voucher_no, claimed_by_id,
      claimed_outlet_code, claimed_date, cancelled_by_id, cancelled_outlet_code, cancelled_date)
    values ('RW26110000011', 'JC101', 2026, 12, 430, 630, '2026-12-31', 400, 25, '2026-11-01', '2026-12-31', 'Active', 'For her', 'HQ', 7, '2026-11-01T02:00:00Z', 1, null, null, null, null, null, null, null, null),
      ('RW26110000022', 'JC102', 2026, 12, 430, 630, '2026-12-31', 400, 25, '2026-11-01', '2026-12-31', 'Claimed', null, 'HQ', 7, '2026-11-01T02:00:00Z', 2, 900, 'G-0001', 8, 'KL1', '2026-11-10T02:00:00Z', null, null, null),
      ('RW26110000033', 'JC103', 2027, 1, 90, 90, '2027-01-31', 90, 99, '2026-11-01', '2027-01-31', 'Active', null, 'HQ', 7, '2026-11-01T02:00:00Z', 0, null, null, null, null, null, null, null, null),
      ('RW26110000044', 'JC103', 2026, 11, 200, 200, '2026-11-30', 200, 12.5, '2026-10-01', '2026-10-31', 'Expired', null, 'HQ', 7, '2026-10-01T02:00:00Z', 0, null, null, null, null, null, null, null, null),
      ('RW26110000055', 'JC101', 2026, 12, 430, 630, '2026-12-31', 400, 25, '2026-10-01', '2026-12-31', 'Cancelled', 'A wrong value', 'HQ', 7, '2026-10-01T02:00:00Z', 0, null, null, null, null, null, 9, 'HQ', '2026-10-02T02:00:00Z');
    insert into member_merge (survivor_customer_id, merged_customer_id, survivor_membership_no, merged_membership_no, reason, requested_by, merged_by, merged_at)
    select min(customer_id), max(customer_id), 'JC101', 'JC103', 'Twice', 'x', 'x', now() from customer;
    insert into member_merge_snapshot (merge_id, people, moved)
    select merge_id, '{}', '{"point_expiry_reward": {"JC103": ["RW26110000033", "RW26110000044"]}, "customer_reward": {"JC103": ["RW26110000099"]}, "referral": {"": [4]}}' from member_merge`)
  await migrate({ url: database.url })
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('migration of expiry rewards: each offer becomes a customer reward with code, points, value, dates, voucher and status', async () => {
  const rewards = await rows(`
    select reference_code as code, membership_no as member, status, period, points::int, voucher_value::text as value, voucher_no as voucher, debits,
      debit_history_id::int as debit, validity_to::text as until, remarks, claimed_outlet_code as claimed, cancelled_by_id::int as cancelled,
      redeemed_by_id::int as by, point_expiry::int as ending, expiry_date::text as ends, deduct_point_in_claim_yn as at_claim
    from customer_reward join point_expiry_offer using (reference_code) where type = 'Point Expiry' order by 1`)
  const like = {
    points: 400,
    value: '25.00',
    period: '2026-12',
    until: '2026-12-31',
    ends: '2026-12-31',
    ending: 430,
    by: 7,
    at_claim: 'Y',
  }
  const openReward = { voucher: null, debit: null, remarks: null, claimed: null, cancelled: null, debits: 0 }
  expect(rewards).toEqual([
    { ...like, ...openReward, code: 'RW26110000011', member: 'JC101', status: 'Active', debits: 1, remarks: 'For her' },
    {
      ...like,
      ...openReward,
      code: 'RW26110000022',
      member: 'JC102',
      status: 'Claimed',
      debits: 2,
      debit: 900,
      voucher: 'G-0001',
      claimed: 'KL1',
    },
    {
      ...like,
      ...openReward,
      code: 'RW26110000033',
      member: 'JC103',
      status: 'Active',
      points: 90,
      value: '99.00',
      period: '2027-01',
      until: '2027-01-31',
      ends: '2027-01-31',
      ending: 90,
    },
    {
      ...like,
      ...openReward,
      code: 'RW26110000044',
      member: 'JC103',
      status: 'Expired',
      points: 200,
      value: '12.50',
      period: '2026-11',
      until: '2026-10-31',
      ends: '2026-11-30',
      ending: 200,
    },
    {
      ...like,
      ...openReward,
      code: 'RW26110000055',
      member: 'JC101',
      status: 'Cancelled',
      cancelled: 9,
      remarks: 'A wrong value',
    },
  ])
})

test('migration of expiry rewards: each kind becomes a reward; the configured one is active, the others can be claimed', async () => {
  expect(
    await rows(`select name, status, honour_outstanding_yn as honoured, voucher_value::text as value, coalesce(given, 0)::int as given
      from reward left join reward_given using (reward_id) where type = 'Point Expiry' order by point_deduct`),
  ).toEqual([
    { name: 'Point Expiry 90', status: 'Inactive', honoured: 'Y', value: '99.00', given: 1 },
    { name: 'Point Expiry 200', status: 'Active', honoured: 'N', value: '12.50', given: 0 },
    { name: 'Point Expiry 400', status: 'Active', honoured: 'N', value: '25.00', given: 2 },
  ])
  expect(await rows(`select name from setting where name like 'expiry.%'`)).toEqual([{ name: 'expiry.rescueDays' }])
})

test('migration of expiry rewards: a voucher that was issued leaves the stock, and the ERP is notified', async () => {
  expect(await rows('select voucher_no as no, status, assigned_to as for from voucher order by 1')).toEqual([
    { no: 'G-0001', status: 'R', for: 'RW26110000022' },
    { no: 'G-0002', status: 'A', for: null },
  ])
  expect(await rows('select kind, voucher_no as no from erp_outbox')).toEqual([{ kind: 'assigned', no: 'G-0001' }])
})

test('migration of expiry rewards: merges made before the migration can be undone', async () => {
  const [{ moved }] = (await rows('select moved from member_merge_snapshot')) as [
    { moved: Record<string, Record<string, string[]>> },
  ]
  expect({ ...moved, customer_reward: moved.customer_reward!.JC103!.toSorted() }).toEqual({
    customer_reward: ['RW26110000033', 'RW26110000044', 'RW26110000099'],
    referral: { '': [4] },
  })
})
