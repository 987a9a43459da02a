import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

const Events = [
  'REWARD-REDEEMED',
  'REWARD-ISSUED',
  'REWARD-CLAIMED',
  'REWARD-COLLECTED',
  'REWARD-CANCELLED',
  'REWARD-EXPIRED',
  'REWARD-EXPIRING',
] as const

type Held = {
  RewardName: string
  ReferenceCode: string
  ValidityTo: string
  VoucherNo: string | null
  VoucherValue: string | null
  RewardPoints: number
}

/** The reward that a message is about, and all that the member may still claim or collect. A voucher's security code is in no message. */
export const rewardNames: NonNullable<ServerArea['mergeNames']> = {
  names: [
    { Name: 'RewardName', Kind: 'text', About: 'Name of the reward', Events, Sample: 'Gold-plated bracelet' },
    { Name: 'ReferenceCode', Kind: 'text', About: 'Reference code of the reward', Events, Sample: 'RW26031000001' },
    { Name: 'ValidityTo', Kind: 'date', About: 'The last day of the reward', Events, Sample: '2026-05-09' },
    { Name: 'VoucherNo', Kind: 'text', About: 'Number of its voucher', Events, Sample: 'G10000017' },
    { Name: 'VoucherValue', Kind: 'money', About: 'What its voucher is worth', Events, Sample: '100.00' },
    { Name: 'RewardPoints', Kind: 'points', About: 'Points that it takes', Events, Sample: 2_000 },
    {
      Name: 'Rewards',
      Kind: 'list',
      About: 'The rewards that the member may claim or collect',
      Fields: { RewardName: 'text', ReferenceCode: 'text', ValidityTo: 'date' },
      Sample: [{ RewardName: 'Gold-plated bracelet', ReferenceCode: 'RW26031000001', ValidityTo: '2026-05-09' }],
    },
  ],
  async values({ db, CustomerId, ReferenceCode, today }) {
    const { rows } = await sql<Held>`
      select reward.name as reward_name, held.reference_code, held.validity_to, held.voucher_no, held.voucher_value::text, held.points as reward_points
      from customer_reward held join reward using (reward_id) where held.reference_code = ${ReferenceCode}`.execute(db)
    const { rows: Rewards } = await sql<Pick<Held, 'RewardName' | 'ReferenceCode' | 'ValidityTo'>>`
      select reward.name as reward_name, held.reference_code, held.validity_to
      from customer_reward held join reward using (reward_id)
      where held.customer_id = ${CustomerId} and held.status = 'Active' and held.validity_to >= ${today}
      order by held.validity_to, held.reference_code limit 20`.execute(db)
    return { ...rows[0], Rewards }
  },
}

/** What a member holds and has not claimed or collected: one reminder for each, and another where its last day moved. */
export const rewardReminders: NonNullable<ServerArea['reminders']> = [
  {
    event: 'REWARD-EXPIRING',
    due: ({ today, days }) => sql`
      select held.customer_id, held.membership_no, held.reference_code, held.reward_id,
        'REWARD-EXPIRING:' || held.reference_code || ':' || held.validity_to as once_key
      from customer_reward held
      where held.status = 'Active' and held.validity_to >= ${today} and held.validity_to <= ${today}::date + ${days}::int`,
  },
]
