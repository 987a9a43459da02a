import { sql } from 'kysely'

/** SQL of the points spent on a customer reward `g` for totals: 0 if the reward was cancelled or expired. */
export const rewardPointsSpentSql = sql`(case when g.status in ('Active', 'Claimed', 'Collected') then g.points else 0 end)`
