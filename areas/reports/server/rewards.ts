import { sql } from 'kysely'

/** SQL of the points spent on a reward `g` (customer_reward): 0 if it was cancelled or expired. Used for totals. */
export const rewardPointsSpent = sql`(case when g.status in ('Active', 'Claimed', 'Collected') then g.points else 0 end)`
