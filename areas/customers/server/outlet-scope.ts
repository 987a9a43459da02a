import { sql } from 'kysely'
import type { RefusalKind } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** The outlet whose lists the caller may browse; null means all. */
export const browsedOutlet = ({ actor }: Ctx) =>
  actor.isHQ || actor.kind === 'system' ? null : (actor.outletCode ?? '')

/** Customers of another outlet whom this session looked up by number; a condition on `customer`. */
export const lookedUp = ({ actor, now }: Ctx) =>
  sql`has_looked_up(${actor.sessionId}::bigint, customer.customer_id, ${now}::timestamptz)`

/**
 * The outlet a list is narrowed to. HQ may name any, and HQ itself means no filter; everybody else is kept to his own
 * whatever the body says.
 */
export function requestedOutlet(ctx: Ctx, requested: string | undefined, refused: RefusalKind): string | null {
  const own = browsedOutlet(ctx)
  const code = requested?.toUpperCase()
  if (own === null) return code && code !== 'HQ' ? code : null
  if (code && code !== own) throw (refused as () => Error)()
  return own
}
