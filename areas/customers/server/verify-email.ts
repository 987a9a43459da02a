import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { proveContacts } from './unproved-contacts.ts'

/** The address on file was proved to be the customer's; who calls has the row locked. */
export async function verifyEmail(ctx: Ctx, CustomerId: number) {
  await proveContacts(ctx, CustomerId, ['Email'])
  await sql`update customer set verified_email_yn = 'Y', verified_email_at = ${ctx.now}, version = version + 1,
      updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now}
    where customer_id = ${CustomerId}`.execute(ctx.db)
}
