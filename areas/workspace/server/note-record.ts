import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type noteRecord as endpoint, RECENT_MAX } from '../contract.ts'

/**
 * Remembers an opened record and forgets all but the latest. A customer is remembered by number alone, so that no name
 * outlives the customer's own record. It changes nothing of the business, so the books do not speak of it.
 */
export async function noteRecord(ctx: Ctx, { Path, Screen, Name }: Input<typeof endpoint>) {
  const { userId } = ctx.actor
  const customerId = /^\/customers\/([1-9]\d{0,14})$/.exec(Path)?.[1] ?? null
  await sql`
    with older as (
      select path from recent_record where user_id = ${userId} and path <> ${Path}
      order by opened_at desc offset ${RECENT_MAX - 1}
    ), forgotten as (
      delete from recent_record where user_id = ${userId} and path in (select path from older)
    )
    insert into recent_record (user_id, path, screen, name, customer_id, opened_at)
    select ${userId}, ${Path}, ${Screen}, ${customerId === null ? (Name ?? null) : null}, ${customerId}::bigint, ${ctx.now}
    where ${customerId}::bigint is null or exists (select from customer where customer_id = ${customerId}::bigint)
    on conflict (user_id, path) do update set name = excluded.name, opened_at = excluded.opened_at`.execute(ctx.db)
  return {}
}
