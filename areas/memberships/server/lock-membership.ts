import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { membershipRefusals as refusals } from '../contract/memberships.ts'

/**
 * Locks and reads a membership by its number.
 * Callers that also change the customer lock the customer first, so that concurrent changes cannot deadlock.
 */
export async function lockMembership(ctx: Ctx, MembershipNo: string) {
  const membership = await ctx.db
    .selectFrom('Membership')
    .selectAll()
    .where('MembershipNo', '=', normaliseMembershipNo(MembershipNo))
    .forUpdate()
    .executeTakeFirst()
  if (!membership || membership.Status === 'Deleted') throw refusals.notFound()
  return membership
}

export type LockedMembership = Awaited<ReturnType<typeof lockMembership>>

/** Returns the customer of a membership. Throws for an unknown number. */
export async function findCustomerOfMembership(ctx: Ctx, MembershipNo: string): Promise<number> {
  const holder = await ctx.db
    .selectFrom('Membership')
    .select(['CustomerId', 'Status'])
    .where('MembershipNo', '=', normaliseMembershipNo(MembershipNo))
    .executeTakeFirst()
  if (!holder || holder.Status === 'Deleted') throw refusals.notFound()
  return holder.CustomerId
}
