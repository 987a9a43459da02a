import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/**
 * Lets a customer go over to the outlet of the first purchase, where head office allows that. Sent before the sale is
 * entered and not waited for, so that a till pays no round trip for it.
 */
export async function followFirstPurchase(
  { db, actor, now }: Ctx,
  MembershipNo: string | null | undefined,
  outlet: string,
) {
  if (!MembershipNo) return
  await sql`select follow_first_purchase(${MembershipNo}, ${outlet}, ${actor.userId}::bigint, ${now}::timestamptz)`.execute(
    db,
  )
}
