import { sql } from 'kysely'

// A purchase is one entry: its earning shows the bonuses of campaigns as a part. `h` is the ledger entry of the query.

/** The first earning of the same purchase, or null. */
const earning = sql`(select min(earned.history_id) from point_history earned where earned.transaction_id = h.transaction_id
  and earned.membership_no = h.membership_no and earned.transaction_type = 'Earn' and earned.points <> 0)`

/** The bonus points of the purchase if entry `h` is its first earning, which shows them as its part; otherwise 0. */
export const bonusWithin = sql`(select coalesce(sum(added.points), 0)::bigint from point_history added where h.transaction_type = 'Earn'
  and h.history_id = ${earning} and added.transaction_id = h.transaction_id and added.membership_no = h.membership_no
  and added.transaction_type = 'Bonus')`

/** Whether the entry `h` is a bonus that the earning of its purchase shows. */
export const isBonusWithin = sql`(h.transaction_type = 'Bonus' and h.transaction_id is not null and ${earning} is not null)`
