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

type RewardValues = {
  RewardName: string
  ReferenceCode: string
  ValidityTo: string
  VoucherNo: string | null
  VoucherValue: string | null
  RewardPoints: number
}

/**
 * The merge fields of messages about one reward, and of messages about all Active rewards of the member.
 * Messages about rewards never contain security codes.
 */
export const customerRewardMergeFields: NonNullable<ServerArea['mergeNames']> = {
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
    const { rows } = await sql<RewardValues>`
      select reward.name as reward_name, customer_reward.reference_code, customer_reward.validity_to, customer_reward.voucher_no, customer_reward.voucher_value::text, customer_reward.points as reward_points
      from customer_reward join reward using (reward_id) where customer_reward.reference_code = ${ReferenceCode}`.execute(
      db,
    )
    const { rows: Rewards } = await sql<Pick<RewardValues, 'RewardName' | 'ReferenceCode' | 'ValidityTo'>>`
      select reward.name as reward_name, customer_reward.reference_code, customer_reward.validity_to
      from customer_reward join reward using (reward_id)
      where customer_reward.customer_id = ${CustomerId} and customer_reward.status = 'Active' and customer_reward.validity_to >= ${today}
      order by customer_reward.validity_to, customer_reward.reference_code limit 20`.execute(db)
    return { ...rows[0], Rewards }
  },
}

/** Sends reminders of Active rewards shortly before their last day. An extension of a reward causes another reminder. */
export const rewardReminderEvents: NonNullable<ServerArea['reminders']> = [
  {
    event: 'REWARD-EXPIRING',
    due: ({ today, days }) => sql`
      select customer_reward.customer_id, customer_reward.membership_no, customer_reward.reference_code, customer_reward.reward_id,
        'REWARD-EXPIRING:' || customer_reward.reference_code || ':' || customer_reward.validity_to as once_key
      from customer_reward
      where customer_reward.status = 'Active' and customer_reward.validity_to >= ${today} and customer_reward.validity_to <= ${today}::date + ${days}::int`,
  },
]
