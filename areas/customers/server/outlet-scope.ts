import { sql } from 'kysely'
import type { RefusalKind } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** Returns the outlet to which the caller's lists are restricted; null means all outlets. */
export const outletOfCallerLists = ({ actor }: Ctx) =>
  actor.isHQ || actor.kind === 'system' ? null : (actor.outletCode ?? '')

/** True in SQL if this session has looked up the customer, who may belong to another outlet. */
export const isLookedUpCustomerSql = ({ actor, now }: Ctx) =>
  sql`has_looked_up(${actor.sessionId}::bigint, customer.customer_id, ${now}::timestamptz)`

/**
 * Returns the outlet filter of a list. Head office may choose any outlet, and the code "HQ" means no filter.
 * Callers outside head office always get their own outlet.
 */
export function resolveOutletFilter(ctx: Ctx, requested: string | undefined, refused: RefusalKind): string | null {
  const ownOutlet = outletOfCallerLists(ctx)
  const code = requested?.toUpperCase()
  if (ownOutlet === null) return code && code !== 'HQ' ? code : null
  if (code && code !== ownOutlet) throw (refused as () => Error)()
  return ownOutlet
}
