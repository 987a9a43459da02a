import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { customerRefusals } from '../contract/customers.ts'
import { outletOfCallerLists } from './outlet-scope.ts'

/** The time for which a look-up gives the calling session access to a customer of another outlet. */
const MINUTES = 30

type Named = { CustomerId: number; RegisteredOutletCode: string }

/**
 * Gives the session access to customers whom the caller named by a full identifier, and records the look-up.
 * Customers to whom the caller already has access are not recorded as looked up.
 * Too many look-ups of a caller are refused and reported to loyalty watch.
 */
export async function grantAccessToCustomers(ctx: Ctx, customers: readonly Named[], lookedUpBy: string): Promise<void> {
  const ownOutlet = outletOfCallerLists(ctx)
  if (ownOutlet === null) return
  const foreign = [
    ...new Set(
      customers.filter((customer) => customer.RegisteredOutletCode !== ownOutlet).map(({ CustomerId }) => CustomerId),
    ),
  ]
  if (foreign.length === 0) return
  const { actor, now } = ctx
  const { 'access.foreignCustomersPerHour': most } = await readSettings(ctx)
  const view = {
    session: actor.sessionId,
    account: actor.userId,
    customers: foreign,
    way: lookedUpBy,
    at: now,
    minutes: MINUTES,
    most,
  }
  if (!(await databaseFunctions.openCustomers(ctx.db, view))) {
    const text = `Loyalty Watch in Customer. More than ${most} customers of other outlets looked up within an hour. UserId - ${actor.userId}`
    ctx.audit('Loyalty Watch', 'UserAccount', actor.userId ?? 0, text)
    throw customerRefusals.tooManyForeign({ Limit: most }).keepingWrites()
  }
  for (const CustomerId of foreign)
    ctx.audit(
      'View Customer',
      'Customer',
      CustomerId,
      `View Customer in Customer. CustomerId - ${CustomerId}, by ${lookedUpBy}`,
    )
}
