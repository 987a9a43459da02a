import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

// A CUSTOMER IS REACHED ELSEWHERE. A thief of a member's pages would change e-mail or phone first and then spend the points: so
// after such a change by self-service they wait a day, unless staff have the person in front of them.

const HOLD_HOURS = 24

export async function noteContactChange(ctx: Ctx, CustomerId: number, fields: readonly ('Email' | 'ContactNo')[]) {
  await ctx.db
    .insertInto('ContactChange')
    .values({
      CustomerId,
      Fields: [...fields],
      ChangedAt: ctx.now,
      HeldUntil: new Date(ctx.now.getTime() + HOLD_HOURS * 3_600_000),
    })
    .execute()
}

/** The latest change that still holds redemptions back; undefined where there is none. */
export const contactHold = (ctx: Pick<Ctx, 'db' | 'now'>, CustomerId: number) =>
  ctx.db
    .selectFrom('ContactChange')
    .select(['ChangedAt', 'HeldUntil', 'Fields'])
    .where('CustomerId', '=', CustomerId)
    .where('ConfirmedAt', 'is', null)
    .where('HeldUntil', '>', ctx.now.toISOString())
    .orderBy('ChangedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Staff have the customer in front of them. Answers how many changes that was about. */
export async function confirmContact(ctx: Ctx, CustomerId: number) {
  const { rows } = await sql`
    update contact_change set confirmed_at = ${ctx.now}, confirmed_by_id = ${ctx.actor.userId}, outlet_code = ${ctx.actor.outletCode}
    where customer_id = ${CustomerId} and confirmed_at is null and held_until > ${ctx.now} returning change_id`.execute(
    ctx.db,
  )
  return rows.length
}
