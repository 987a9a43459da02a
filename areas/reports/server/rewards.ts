import { sql } from 'kysely'

/**
 * Points spent on a reward; 0 if it was cancelled or expired. `g` is a row of customer_reward. Rows of a report show the price, totals the points
 * spent.
 */
export const pointsSpent = sql`(case when g.status in ('Active', 'Claimed', 'Collected') then g.points else 0 end)`
