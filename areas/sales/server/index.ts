import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

// What other areas may do to sales. Amounts and lines never change after posting.

/** Gives a walk-in sale to the member who made it. The sale is locked by the caller. */
export async function assignSale(ctx: Ctx, TransactionId: number, MembershipNo: string) {
  await sql`
    update transaction_summary set membership_no = m.membership_no, customer_id = m.customer_id
    from membership m where m.membership_no = ${MembershipNo} and transaction_id = ${TransactionId} and transaction_summary.membership_no is null`.execute(
    ctx.db,
  )
}
