import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'

// Rewards with stock, vouchers, and customer rewards in every status.

type DemoReward = {
  code: string
  name: string
  type: string
  status: 'Active' | 'Draft'
  points?: number
  birthday?: number
  voucher?: number
  limit?: number
  /** The demo's stock of a reward by outlet. The empty key is the pool of head office. */
  stock?: Record<string, number>
}

const rewards: DemoReward[] = [
  {
    ...{ code: 'ROSE-CHARM', name: 'Rose gold charm', type: 'Premium Gift', status: 'Active', points: 300 },
    ...{ birthday: 200, stock: { '': 20, KL1: 8, PJ1: 2 } },
  },
  {
    ...{ code: 'JEWEL-BOX', name: 'Velvet jewellery box', type: 'Premium Gift', status: 'Active', points: 150 },
    stock: { KL1: 15, PJ1: 6, PG1: 10 },
  },
  {
    ...{ code: 'SILVER-PEN', name: 'Engraved silver pen', type: 'Premium Gift', status: 'Active', points: 500 },
    limit: 1,
  },
  { code: 'CLEANING-SET', name: 'Jewellery cleaning set', type: 'Free Gift', status: 'Active' },
  { code: 'TOP-2026', name: 'Top spender voucher 2026', type: 'Top Spender', status: 'Active', voucher: 100 },
  { code: 'WELCOME-BOX', name: 'Welcome box', type: 'New Member', status: 'Active', stock: { KL1: 0 } },
  { code: 'WELCOME', name: 'Welcome voucher', type: 'New Member', status: 'Draft', voucher: 50 },
  { code: 'BIRTHDAY', name: 'Birthday voucher', type: 'Birthday', status: 'Draft', voucher: 50 },
]

/** The number of the demo's gift vouchers in stock, by their value. */
const vouchers: Record<number, number> = { 5: 12, 10: 12, 25: 12, 50: 30, 100: 20 }

/** Writes rewards, vouchers, customer rewards, and stock movements by purchases and collections. */
export async function seedRewards(client: ClientBase, secret: Buffer) {
  for (const reward of rewards) await writeReward(client, reward)
  await writeVouchers(client, secret)
  await handOut(client)
}

async function writeReward(client: ClientBase, { stock = {}, ...reward }: DemoReward) {
  const { rows } = await client.query<{ reward_id: string }>(
    `insert into reward (code, name, type, status, point_deduct, birthday_point_deduct, voucher_type, voucher_value, per_member_limit, validity_mode,
       validity_days, created_by_id)
     select $1, $2, $3, $4, coalesce($5, 0), $6, case when $7::numeric is not null then 'G' end, $7, $8,
       case when $3 = 'Birthday' then 'End of birthday month' else 'Days after issue' end, 60, user_id from user_account where username = 'hq'
     returning reward_id`,
    [
      reward.code,
      reward.name,
      reward.type,
      reward.status,
      reward.points ?? null,
      reward.birthday ?? null,
      reward.voucher ?? null,
      reward.limit ?? null,
    ],
  )
  for (const [outlet, quantity] of Object.entries(stock))
    await client.query(
      `with place as (
         insert into reward_inventory (reward_id, building_id, reorder_level)
         select $1, (select building_id from building where code = nullif($2, '')), 2 returning inventory_id
       )
       insert into reward_movement (inventory_id, movement_type, on_hand, reason, moved_by, moved_at)
       select inventory_id, 'Receive', $3, 'First delivery', 'hq', now() - interval '30 days' from place where $3::int > 0`,
      [rows[0]!.reward_id, outlet, quantity],
    )
}

async function writeVouchers(client: ClientBase, secret: Buffer) {
  const seals = createSecurityCodeSealer({ secret, earlierSecret: null })
  let number = 0
  for (const [value, count] of Object.entries(vouchers))
    for (let index = 0; index < count; index++) {
      const VoucherNo = `GV-2026-${String(++number).padStart(5, '0')}`
      const { SecretSealed, KeyId } = seals.seal(VoucherNo, randomBytes(5).toString('hex').toUpperCase())
      await client.query(
        `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, reference, expiry_date, status)
         select $1, $2, $3, 'G', $4, 'PRINT-2026', business_date_of(now()) + $5::int, $6`,
        [VoucherNo, SecretSealed, KeyId, value, number === 1 ? -3 : 400, number === 1 ? 'X' : number === 2 ? 'V' : 'A'],
      )
    }
}

const source = (outlet: string, username: string) => `
  (select jsonb_build_object('Today', business_date_of(now()), 'At', now(), 'OutletCode', '${outlet}', 'StaffId', staff_id, 'CreatedById', user_id,
    'UserName', username) from user_account where username = '${username}')`

/** Writes customer rewards in every status: to collect, collected, cancelled, to claim, claimed and expiring soon. */
async function handOut(client: ClientBase) {
  const { rows } = await client.query<{ membership_no: string }>(
    `select membership_no from membership join customer using (customer_id)
     where registered_outlet_code = 'KL1' and membership.member_type = 'Premium Member' and membership.status = 'Active' and customer.status = 'Active'
       and points_available(membership_no, business_date_of(now())) between 400 and 2000
     order by md5(membership_no || 'rewards') limit 8`,
  )
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = rows.map(({ membership_no }) => membership_no)
  const redeem = async (number: string | undefined, code: string) => {
    const { rows: issued } = await client.query<{ reference: string }>(
      `select (redeem_rewards($1, jsonb_build_array(jsonb_build_object('RewardId', reward_id, 'IsBirthdayPointDeduct', 'N')), 'KL1', null,
         ${source('KL1', 'outlet')}))[1] as reference from reward where code = $2`,
      [number, code],
    )
    return issued[0]!.reference
  }
  const issue = async (number: string | undefined, code: string, terms = {}) => {
    const { rows: issued } = await client.query<{ reference: string }>(
      `select issue_reward($1, reward_id, $3::jsonb, ${source('HQ', 'hq')}) as reference from reward where code = $2`,
      [number, code, JSON.stringify(terms)],
    )
    return issued[0]!.reference
  }
  const requireOne = (number: string | undefined, ReferenceCode: string) =>
    JSON.stringify({ ReferenceCode, IdentifierType: 'MembershipNo', Identifier: number })

  await redeem(first, 'ROSE-CHARM')
  const collected = await redeem(second, 'JEWEL-BOX')
  await client.query(`select collect_reward($1, ${source('KL1', 'outlet')})`, [requireOne(second, collected)])
  const cancelled = await redeem(third, 'JEWEL-BOX')
  await client.query(
    `select cancel_reward_redeem($1, 'The customer chose another gift', 'Cancelled', ${source('KL1', 'outlet')})`,
    [cancelled],
  )
  await issue(fourth, 'CLEANING-SET')
  const claimed = await issue(fifth, 'TOP-2026')
  await client.query(`select claim_reward($1, ${source('KL1', 'outlet')})`, [requireOne(fifth, claimed)])
  const { rows: soon } = await client.query<{ day: string }>('select (business_date_of(now()) + 4)::text as day')
  await issue(sixth, 'CLEANING-SET', { ValidityTo: soon[0]!.day })

  // One purchase is returned after the claim of its voucher, and one welcome reward has no outlet.
  const InvoiceNo = 'KL1-T970'
  const sale = {
    ...{
      InvoiceNo,
      OutletCode: 'KL1',
      DepartmentCode: 'SAL',
      Source: 'POS',
      MembershipNo: seventh,
      SalesPersonCode: 'KL102',
    },
    ...{ TradeIn: '0.00', VoucherAmount: '0.00' },
    Lines: [
      {
        SequenceNo: 1,
        Description: 'Tennis bracelet',
        Brand: 'Carat',
        Quantity: 1,
        UnitPrice: '4288.00',
        Discount: '0.00',
        Tax: '0.00',
      },
    ],
  }
  const at = `jsonb_build_object('Today', business_date_of(now()), 'PerformedAt', to_char(business_date_of(now()) - 1 + time '15:20', 'YYYY-MM-DD"T"HH24:MI:SS'))`
  await client.query(`select post_sale($1::jsonb || ${at})`, [JSON.stringify(sale)])
  const handed = await issue(seventh, 'TOP-2026')
  await client.query(
    `select claim_reward($1::jsonb || jsonb_build_object('InvoiceNo', $2::text), ${source('KL1', 'outlet')})`,
    [requireOne(seventh, handed), InvoiceNo],
  )
  await client.query(`select cancel_sale($1::jsonb || ${at})`, [
    JSON.stringify({ OriginalInvoiceNo: InvoiceNo, Lines: [], Source: 'POS' }),
  ])
  await client.query(`select give_by_system('New Member', $1, 'NEW', ${source('HQ', 'hq')})`, [eighth])
}
