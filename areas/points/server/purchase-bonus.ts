import { sql } from 'kysely'

// A purchase is shown as one entry that includes the bonuses of campaigns. `h` is the ledger entry of the query.

/** Id of the first Earn entry of the same purchase, or null. */
const earning = sql`(select min(earned.history_id) from point_history earned where earned.transaction_id = h.transaction_id
  and earned.membership_no = h.membership_no and earned.transaction_type = 'Earn' and earned.points <> 0)`

/** SQL of a purchase's bonus points if ledger row `h` is the first Earn entry of the purchase; otherwise 0. */
export const includedBonusSql = sql`(select coalesce(sum(added.points), 0)::bigint from point_history added where h.transaction_type = 'Earn'
  and h.history_id = ${earning} and added.transaction_id = h.transaction_id and added.membership_no = h.membership_no
  and added.transaction_type = 'Bonus')`

/** SQL condition that ledger row `h` is a bonus of a purchase, which the Earn entry of the purchase includes. */
export const isIncludedBonusSql = sql`(h.transaction_type = 'Bonus' and h.transaction_id is not null and ${earning} is not null)`
