import { lockCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type deleteMembership as endpoint, membershipRefusals as refusals } from '../contract/memberships.ts'
import { readMembership } from './get-membership.ts'
import { holderOf, lockMembership } from './lock-membership.ts'

/** Marks a membership as Deleted. The last one goes with its customer, and one with points is archived instead. */
export async function deleteMembership(ctx: Ctx, { MembershipNo: typed }: Input<typeof endpoint>) {
  const customer = await lockCustomer(ctx, await holderOf(ctx, typed))
  const { MembershipNo, ...membership } = await lockMembership(ctx, typed)
  if (membership.Status === 'Merged') throw refusals.notEditable({ Status: membership.Status })
  const balance = await ctx.db
    .selectFrom('PointBalance')
    .select(['Points', 'LotsRemaining', 'Arrears'])
    .where('MembershipNo', '=', MembershipNo)
    .executeTakeFirst()
  if (balance && (balance.LotsRemaining !== 0 || balance.Arrears !== 0))
    throw refusals.hasPoints({ Points: balance.Points })
  const other = await ctx.db
    .selectFrom('Membership')
    .select('MembershipNo')
    .where('CustomerId', '=', customer.CustomerId)
    .where('MembershipNo', '<>', MembershipNo)
    .where('Status', 'not in', ['Deleted', 'Merged'])
    .limit(1)
    .executeTakeFirst()
  if (!other) throw refusals.lastOne()

  await ctx.db
    .updateTable('Membership')
    .set({ Status: 'Deleted', Version: membership.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('MembershipNo', '=', MembershipNo)
    .execute()

  ctx.audit(
    'Delete Membership',
    'Membership',
    MembershipNo,
    `Delete Membership in Membership. MembershipNo - ${MembershipNo}`,
  )
  return readMembership(ctx, MembershipNo)
}
