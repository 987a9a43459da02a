import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** The address on file was proved to be the customer's; who calls has the row locked. */
export const verifyEmail = (ctx: Ctx, CustomerId: number) =>
  sql`update customer set verified_email_yn = 'Y', verified_email_at = ${ctx.now}, version = version + 1,
      updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now}
    where customer_id = ${CustomerId}`.execute(ctx.db)
