import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract/refusals.ts'

/** Refuses to archive or delete a customer with Active rewards, because these bind points and stock. */
export async function holdsRewards({ db }: Ctx, CustomerId: number) {
  // Giving a reward takes the same lock, so no reward can be added after the count.
  await sql`
    select lock_balances(array(select membership_no from membership where customer_id = ${CustomerId} and status not in ('Merged', 'Deleted')))`.execute(
    db,
  )
  const { rows } = await sql<{ Count: number }>`
    select count(*) as count from customer_reward where customer_id = ${CustomerId} and status = 'Active'`.execute(db)
  const { Count } = rows[0]!
  return Count > 0 ? refusals.holdsRewards({ Count }) : undefined
}
