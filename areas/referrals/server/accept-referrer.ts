import { sql } from 'kysely'
import { customerRefusals } from '#areas/customers/contract/customers.ts'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { recommendFriend as endpoint } from '#areas/customers/contract/referrers.ts'
import { grantAccessToCustomers, type ReferredCustomer, setReferrer } from '#areas/customers/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedName } from '#kit/server/masks.ts'
import { openReferral, wasReferralRejected } from './open-referral.ts'

/**
 * Finds the referrer by membership number; a merged number returns the survivor. Throws the specified messages.
 * The session gets access to the referrer's record, because the caller knows the full number.
 */
async function findReferrer(ctx: Ctx, typed: string) {
  const referrer = await queryReferrer(ctx, normaliseMembershipNo(typed))
  if (!referrer || referrer.Status === 'Deleted' || referrer.CustomerStatus === 'Deleted')
    throw customerRefusals.friendNotFound()
  await grantAccessToCustomers(ctx, [referrer], 'MembershipNo')
  const statuses = [referrer.Status, referrer.CustomerStatus]
  if (statuses.includes('Suspended')) throw customerRefusals.friendSuspended()
  if (referrer.Status !== 'Active' || referrer.CustomerStatus !== 'Active') throw customerRefusals.friendInactive()
  return referrer
}

const queryReferrer = (ctx: Ctx, MembershipNo: string) =>
  ctx.db
    .selectFrom('Membership')
    .innerJoin('Customer', 'Customer.CustomerId', 'Membership.CustomerId')
    .select([
      'Membership.MembershipNo',
      'Membership.CustomerId',
      'Membership.Status',
      'Membership.MemberType',
      'Customer.FullName',
      'Customer.RegisteredOutletCode',
      'Customer.Status as CustomerStatus',
    ])
    .where('Membership.MembershipNo', '=', sql<string>`surviving_membership(${MembershipNo})`)
    .executeTakeFirst()

/**
 * Finds the referrer and throws if the referrer has no purchase.
 * With `referred`, a self-referral, a second referrer, an expired deadline and a circle of referrals are rejected, too.
 * Outlet staff cannot name a referrer again for a friend if this pair was rejected before.
 */
export async function validateReferrer(ctx: Ctx, typed: string, referred?: ReferredCustomer) {
  const referrer = await findReferrer(ctx, typed)
  if (referrer.CustomerId === referred?.CustomerId) throw customerRefusals.referrerIsSelf()
  if (referred?.RecommendMembershipNo) throw customerRefusals.referrerSet()
  if (referred && ctx.today > (await namingDeadline(ctx, referred.CreatedAt))) {
    const { 'referral.daysToName': Days } = await readSettings(ctx)
    throw customerRefusals.referrerLate({ Days })
  }
  const { rows } = await sql<{ HasPurchase: boolean; IsCircular: boolean }>`
    select has_purchase(${referrer.CustomerId}) as has_purchase,
      recommended_by(${referrer.CustomerId}, ${referred?.CustomerId ?? null}::bigint) as is_circular`.execute(ctx.db)
  if (!rows[0]!.HasPurchase) throw customerRefusals.referrerWithoutPurchase()
  if (rows[0]!.IsCircular) throw customerRefusals.referrerInCircle()
  const pair = referred && { CustomerId: referred.CustomerId, MembershipNo: referrer.MembershipNo }
  if (pair && !ctx.actor.isHQ && (await wasReferralRejected(ctx, pair))) throw customerRefusals.referrerRejected()
  return referrer
}

/** Stores the referrer of a customer and opens the referral; does nothing if this referrer is already stored. */
export async function acceptReferrer(ctx: Ctx, typed: string, referred: ReferredCustomer): Promise<void> {
  if (referred.RecommendMembershipNo === normaliseMembershipNo(typed)) return
  // Changes of referrers run one after the other, because two customers could otherwise name each other concurrently.
  await sql`select pg_advisory_xact_lock(hashtextextended('referrer', 0))`.execute(ctx.db)
  const { MembershipNo } = await validateReferrer(ctx, typed, referred)
  await setReferrer(ctx, referred.CustomerId, MembershipNo)
  await openReferral(ctx, { CustomerId: referred.CustomerId, MembershipNo })
}

/** Returns the last day on which the customer can name a referrer; null after this day or if a referrer is stored. */
export async function findReferrerNamingDeadline(ctx: Ctx, CustomerId: number): Promise<string | null> {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(['CreatedAt', 'RecommendMembershipNo', 'Status'])
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  if (!customer || customer.Status === 'Deleted') throw customerRefusals.notFound()
  if (customer.RecommendMembershipNo || customer.Status === 'Merged') return null
  const deadline = await namingDeadline(ctx, customer.CreatedAt)
  return ctx.today > deadline ? null : deadline
}

async function namingDeadline(ctx: Ctx, joinedAt: string): Promise<string> {
  const { 'referral.daysToName': days } = await readSettings(ctx)
  const { rows } = await sql<{
    Day: string
  }>`select business_date_of(${joinedAt}::timestamptz) + ${days}::int as day`.execute(ctx.db)
  return rows[0]!.Day
}

/** Returns the masked name of the referrer, so that staff can confirm the person with the customer. */
export async function recommendFriend(ctx: Ctx, { MembershipNo }: Input<typeof endpoint>) {
  if (!MembershipNo) throw customerRefusals.friendEmpty()
  const referrer = await findReferrer(ctx, MembershipNo)
  return {
    MembershipNo: referrer.MembershipNo,
    Name: maskedName(referrer.FullName),
    Status: referrer.Status,
    MemberType: referrer.MemberType,
  }
}
