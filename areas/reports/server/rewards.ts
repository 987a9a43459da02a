import { sql } from 'kysely'

/**
 * Points that were paid for a reward and did not go back: not those of a cancelled or expired one. `g` is a row of customer_reward; a row of
 * a report shows the price, totals the points spent.
 */
export const pointsSpent = sql`(case when g.status in ('Active', 'Claimed', 'Collected') then g.points else 0 end)`
