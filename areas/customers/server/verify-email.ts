import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { markContactsProved } from './unproved-contacts.ts'

/** Marks the e-mail address as verified. The caller has locked the customer. */
export async function verifyEmail(ctx: Ctx, CustomerId: number) {
  await markContactsProved(ctx, CustomerId, ['Email'])
  await sql`update customer set verified_email_yn = 'Y', verified_email_at = ${ctx.now}, version = version + 1,
      updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now}
    where customer_id = ${CustomerId}`.execute(ctx.db)
}
