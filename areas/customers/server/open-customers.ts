import { sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract/customers.ts'
import { browsedOutlet } from './outlet-scope.ts'

/** How long a look-up opens a customer of another outlet to the session that made it. */
const MINUTES = 30

type Named = { CustomerId: number; RegisteredOutletCode: string }

/**
 * Opens customers whom the caller named by a full number to the session, and writes down that they were seen. For who
 * may see them anyway it does nothing, and costs nothing. Who opens too many is stopped and reported to loyalty watch.
 */
export async function openCustomers(ctx: Ctx, named: readonly Named[], way: string): Promise<void> {
  const own = browsedOutlet(ctx)
  if (own === null) return
  const foreign = [
    ...new Set(named.filter((one) => one.RegisteredOutletCode !== own).map(({ CustomerId }) => CustomerId)),
  ]
  if (foreign.length === 0) return
  const { actor, now } = ctx
  const { 'access.foreignCustomersPerHour': most } = await settings(ctx)
  const { rows } = await sql<{ Opened: boolean }>`
    select open_customers(${actor.sessionId}::bigint, ${actor.userId}::bigint, ${foreign}::bigint[], ${way}, ${now}::timestamptz,
      ${MINUTES}::int, ${most}::int) as opened`.execute(ctx.db)
  if (!rows[0]?.Opened) {
    const text = `Loyalty Watch in Customer. More than ${most} customers of other outlets looked up within an hour. UserId - ${actor.userId}`
    ctx.audit('Loyalty Watch', 'UserAccount', actor.userId ?? 0, text)
    throw refusals.tooManyForeign({ Limit: most }).keepingWrites()
  }
  for (const CustomerId of foreign)
    ctx.audit(
      'View Customer',
      'Customer',
      CustomerId,
      `View Customer in Customer. CustomerId - ${CustomerId}, by ${way}`,
    )
}
