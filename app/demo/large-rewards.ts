import { randomBytes } from 'node:crypto'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'

// Creates vouchers with valid codes, and members with redeemed gifts or vouchers.
// The generator calls the same functions as the API, so that points, lots, stock and vouchers are consistent.

type Step = (label: string, text: string, values?: unknown[]) => Promise<void>

const AT_ONCE = 10_000
/** The maximum number of generated redemptions, because one redemption takes milliseconds. */
const MOST_BY_COUNTER = 3000

/** Creates one voucher per member, a redeemed gift for every fiftieth member and a voucher reward for the next one. */
export async function seedLargeRewards(customers: number, secret: Buffer, step: Step) {
  const seals = createSecurityCodeSealer({ secret, earlierSecret: null })
  for (let from = 1; from <= customers; from += AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(AT_ONCE, customers - from + 1) },
      (_, index) => `SEED-${from + index}`,
    )
    const sealed = numbers.map(
      (number) => seals.seal(number, randomBytes(5).toString('hex').toUpperCase()).SecretSealed,
    )
    await step('vouchers', writeVouchers, [numbers, sealed, seals.keyId])
  }
  await step('stock', receiveGifts, [MOST_BY_COUNTER])
  await step('rewards at counters', atCounters, [MOST_BY_COUNTER])
}

const writeVouchers = `
  insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, reference, expiry_date)
  select number, sealed, $3, 'G', (array[5, 10, 25, 50, 100])[1 + place % 5], 'SEED', business_date_of(now()) + 400
  from unnest($1::text[], $2::bytea[]) with ordinality given (number, sealed, place)`

const receiveGifts = `
  with pool as (
    insert into reward_inventory (reward_id, building_id) select reward_id, null from reward where code = 'JEWEL-BOX'
    on conflict do nothing returning inventory_id
  )
  insert into reward_movement (inventory_id, movement_type, on_hand, reason, moved_by, moved_at)
  select inventory_id, 'Receive', $1::int, 'For measurements', 'seed', now() from pool`

const atCounters = `
  select redeemed.reference, collected.answer, claimed.answer
  from (
    select number, membership_no, outlet, number % 50 = 0 as redeems, number % 3 = 0 as ends from large_member
    where premium and number % 50 in (0, 1) and (number % 50 = 1 or points_available(membership_no, business_date_of(now())) >= 150)
    order by number limit $1::int
  ) member
  cross join lateral (
    select jsonb_build_object('Today', business_date_of(now()), 'At', now(), 'OutletCode', outlet, 'StaffId', null, 'CreatedById', null, 'UserName', 'seed') as source
  ) counter
  cross join lateral (
    select case when redeems then
        (select (redeem_rewards(membership_no, jsonb_build_array(jsonb_build_object('RewardId', reward_id, 'IsBirthdayPointDeduct', 'N')), outlet, null, source))[1]
         from reward where code = 'JEWEL-BOX')
      else (select issue_reward(membership_no, reward_id, '{}', source) from reward where code = 'TOP-2026') end as reference
  ) redeemed
  cross join lateral (
    select jsonb_build_object('ReferenceCode', reference, 'IdentifierType', 'MembershipNo', 'Identifier', membership_no) as target
  ) named
  cross join lateral (select case when redeems and ends then collect_reward(target, source) end as answer) collected
  cross join lateral (select case when not redeems and ends then claim_reward(target, source) end as answer) claimed`
