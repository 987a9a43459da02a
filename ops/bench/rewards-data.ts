import type pg from 'pg'
import type { CallSubject } from './calls.ts'

// Writes many rewards with stock in the pool of head office, and members with customer rewards.

/** Enough rewards that 32 callers rarely use the same reward. */
const REWARDS = 400

/** Writes gifts to redeem and collect, and gifts to claim with voucher and stock. The last of each kind is the hot one. */
export async function writeRewards(client: pg.Client, rewardCount: number): Promise<void> {
  await client.query(`select set_config('carat.origin', '{"name":"bench","bulk":"bench"}', false)`)
  const step = async (text: string, values: unknown[] = []) => void (await client.query(text, values))
  await step(
    `insert into reward (code, name, type, status, point_deduct, voucher_type, voucher_value, validity_days)
     select kind || n, 'Measured gift ' || n, case kind when 'BENCHG' then 'Premium Gift' else 'Free Gift' end, 'Active', (kind = 'BENCHG')::int,
       case kind when 'BENCHV' then 'B' end, case kind when 'BENCHV' then 50 end, 60
     from generate_series(1, $1::int) n, unnest(array['BENCHG', 'BENCHV']) kind`,
    [REWARDS],
  )
  await step(
    `with place as (
       insert into reward_inventory (reward_id) select reward_id from reward where code like 'BENCH%' returning inventory_id
     )
     insert into reward_movement (inventory_id, movement_type, on_hand, reason, moved_by, moved_at)
     select inventory_id, 'Receive', 10000000, 'First delivery', 'bench', now() from place`,
  )
  // One set of vouchers is for the server, and an equal set for the floor.
  await step(
    `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date)
     select 'BENCH-' || kind || '-' || n, '\\x00', 'bench', kind, 50, '2099-12-31' from generate_series(1, $1::int) n, unnest(array['B', 'F']) kind`,
    [rewardCount],
  )
  for (const code of ['BENCHG', 'BENCHV'])
    await step(
      `with member as (
         select membership_no, customer_id, row_number() over (order by md5(membership_no)) - 1 as place
         from membership join customer using (customer_id) where membership.status = 'Active' and customer.status = 'Active'
       ), gift as (
         select reward_id, inventory_id, type, voucher_type, voucher_value, row_number() over (order by reward_id) - 1 as place
         from reward join reward_inventory using (reward_id) where starts_with(code, $2)
       ), given as (
         insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, points, cash_top_up, voucher_type, voucher_value,
           validity_from, validity_to, inventory_id, redeemed_date, created_at, updated_at)
         select next_reward_reference(current_date), reward_id, membership_no, customer_id, type, 0, 0, voucher_type, voucher_value,
           current_date - 1, current_date + 60, inventory_id, now(), now(), now()
         from generate_series(0, $1::int - 1) n join member on member.place = n % (select count(*) from member)
           join gift on gift.place = case when n < $1 / 5 then $3 - 1 else n % ($3 - 1) end
         returning reference_code, inventory_id
       )
       insert into reward_movement (inventory_id, movement_type, reserved, reference_code, moved_by, moved_at)
       select inventory_id, 'Reserve', count(*), min(reference_code), 'bench', now() from given group by 1`,
      [rewardCount, code, REWARDS],
    )
  await step(`select set_config('carat.origin', '', false)`)
  await client.query('vacuum analyze')
}

export type RewardPools = { hot: CallSubject[]; spread: CallSubject[] }

/** Returns open customer rewards of one kind, except those of the hot reward. `lot` is their position. */
export async function customerRewardsOf(client: pg.Client, code: string): Promise<RewardPools> {
  const { rows } = await client.query<CallSubject & { hot: boolean }>(
    `select membership_no as member, customer_id::int as customer, full_name as name, reference_code as id, reward_id::int as reward,
       row_number() over (order by reference_code)::int as lot, code = $1 || $2 as hot
     from customer_reward join reward using (reward_id) join customer using (customer_id)
     where starts_with(code, $1) and customer_reward.status = 'Active' order by reference_code`,
    [code, String(REWARDS)],
  )
  return { hot: rows.filter(({ hot }) => hot), spread: rows.filter(({ hot }) => !hot) }
}
