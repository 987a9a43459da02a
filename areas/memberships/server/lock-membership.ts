import { plainMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { membershipRefusals as refusals } from '../contract/memberships.ts'

/**
 * The membership as it stands, locked until the change is done. Anyone who also changes the customer locks the customer
 * first, so that two changes never wait for each other.
 */
export async function lockMembership(ctx: Ctx, MembershipNo: string) {
  const membership = await ctx.db
    .selectFrom('Membership')
    .selectAll()
    .where('MembershipNo', '=', plainMembershipNo(MembershipNo))
    .forUpdate()
    .executeTakeFirst()
  if (!membership || membership.Status === 'Deleted') throw refusals.notFound()
  return membership
}

export type LockedMembership = Awaited<ReturnType<typeof lockMembership>>

/** Whose membership it is; refuses a number that nobody holds. */
export async function holderOf(ctx: Ctx, MembershipNo: string): Promise<number> {
  const holder = await ctx.db
    .selectFrom('Membership')
    .select(['CustomerId', 'Status'])
    .where('MembershipNo', '=', plainMembershipNo(MembershipNo))
    .executeTakeFirst()
  if (!holder || holder.Status === 'Deleted') throw refusals.notFound()
  return holder.CustomerId
}
