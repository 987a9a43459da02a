import { sql } from 'kysely'
import { refusals } from '#areas/customers/contract/customers.ts'
import { plainMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { recommendFriend as endpoint } from '#areas/customers/contract/referrers.ts'
import { openCustomers, type Referred, setReferrer } from '#areas/customers/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedName } from '#kit/server/masks.ts'
import { openReferral, wasRejected } from './open-referral.ts'

/**
 * The friend behind a membership number, refused in the specification's words. A number that was merged means the
 * membership it was merged into. Anyone who gives the full number has looked the friend up.
 */
async function findReferrer(ctx: Ctx, typed: string) {
  const friend = await referrerBy(ctx, plainMembershipNo(typed))
  if (!friend || friend.Status === 'Deleted' || friend.CustomerStatus === 'Deleted') throw refusals.friendNotFound()
  await openCustomers(ctx, [friend], 'MembershipNo')
  const states = [friend.Status, friend.CustomerStatus]
  if (states.includes('Suspended')) throw refusals.friendSuspended()
  if (friend.Status !== 'Active' || friend.CustomerStatus !== 'Active') throw refusals.friendInactive()
  return friend
}

const referrerBy = (ctx: Ctx, MembershipNo: string) =>
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

/** Who recommended somebody, as far as it can be evaluated: has bought; and of a customer who is known: another, once, early. */
export async function validateReferrer(ctx: Ctx, typed: string, referred?: Referred) {
  const friend = await findReferrer(ctx, typed)
  if (friend.CustomerId === referred?.CustomerId) throw refusals.referrerIsSelf()
  if (referred?.RecommendMembershipNo) throw refusals.referrerSet()
  if (referred && ctx.today > (await lastDay(ctx, referred.CreatedAt))) {
    const { 'referral.daysToName': Days } = await settings(ctx)
    throw refusals.referrerLate({ Days })
  }
  const { rows } = await sql<{ Bought: boolean; Circle: boolean }>`
    select has_purchase(${friend.CustomerId}) as bought,
      recommended_by(${friend.CustomerId}, ${referred?.CustomerId ?? null}::bigint) as circle`.execute(ctx.db)
  if (!rows[0]!.Bought) throw refusals.referrerWithoutPurchase()
  if (rows[0]!.Circle) throw refusals.referrerInCircle()
  const pair = referred && { CustomerId: referred.CustomerId, MembershipNo: friend.MembershipNo }
  if (pair && !ctx.actor.isHQ && (await wasRejected(ctx, pair))) throw refusals.referrerRejected()
  return friend
}

/** Notes the friend who recommended a customer; the same one again changes nothing. */
export async function acceptReferrer(ctx: Ctx, typed: string, referred: Referred): Promise<void> {
  if (referred.RecommendMembershipNo === plainMembershipNo(typed)) return
  // One after the other, because two friends may name each other at once.
  await sql`select pg_advisory_xact_lock(hashtextextended('referrer', 0))`.execute(ctx.db)
  const { MembershipNo } = await validateReferrer(ctx, typed, referred)
  await setReferrer(ctx, referred.CustomerId, MembershipNo)
  await openReferral(ctx, { CustomerId: referred.CustomerId, MembershipNo })
}

/** The day until which a customer may still name somebody; null where that is over or done. */
export async function lastDayToName(ctx: Ctx, CustomerId: number): Promise<string | null> {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(['CreatedAt', 'RecommendMembershipNo', 'Status'])
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  if (!customer || customer.Status === 'Deleted') throw refusals.notFound()
  if (customer.RecommendMembershipNo || customer.Status === 'Merged') return null
  const day = await lastDay(ctx, customer.CreatedAt)
  return ctx.today > day ? null : day
}

async function lastDay(ctx: Ctx, joined: string): Promise<string> {
  const { 'referral.daysToName': days } = await settings(ctx)
  const { rows } = await sql<{
    Day: string
  }>`select business_date_of(${joined}::timestamptz) + ${days}::int as day`.execute(ctx.db)
  return rows[0]!.Day
}

/** Shows staff enough of the friend to ask "is it this one?", and no more. */
export async function recommendFriend(ctx: Ctx, { MembershipNo }: Input<typeof endpoint>) {
  if (!MembershipNo) throw refusals.friendEmpty()
  const friend = await findReferrer(ctx, MembershipNo)
  return {
    MembershipNo: friend.MembershipNo,
    Name: maskedName(friend.FullName),
    Status: friend.Status,
    MemberType: friend.MemberType,
  }
}
