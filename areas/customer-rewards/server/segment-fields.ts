import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

const rewards = sql`select reward_id::text as value, name as label from reward where status <> 'Deleted' order by name, reward_id`

/** The segment conditions on a customer's Active rewards and on rewards that were handed over in a period. */
export const rewardSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'RewardHeld',
    Kind: 'set',
    choices: { select: rewards },
    rows: () => sql`select customer_id, reward_id::text as value from customer_reward where status = 'Active'`,
  },
  {
    Name: 'RewardTaken',
    Kind: 'set',
    period: true,
    choices: { select: rewards },
    rows: ({ during }) => sql`
      select customer_id, reward_id::text as value from customer_reward
      where status in ('Claimed', 'Collected') and ${during(sql`business_date_of(coalesce(collected_date, claimed_date))`)}`,
  },
]
