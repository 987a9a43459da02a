import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'

/** Returns the error that forbids archiving or deleting a customer with Active rewards; undefined without such rewards. */
export async function refuseCustomerWithActiveRewards({ db }: Ctx, CustomerId: number) {
  // The lock is the one that giving a reward takes, so no reward can be added after the count.
  await sql`
    select lock_balances(array(select membership_no from membership where customer_id = ${CustomerId} and status not in ('Merged', 'Deleted')))`.execute(
    db,
  )
  const { rows } = await sql<{ Count: number }>`
    select count(*) as count from customer_reward where customer_id = ${CustomerId} and status = 'Active'`.execute(db)
  const { Count } = rows[0]!
  return Count > 0 ? customerRewardRefusals.holdsRewards({ Count }) : undefined
}
