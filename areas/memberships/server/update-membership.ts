import { staffSettableStatuses } from '#areas/customers/contract/customers.ts'
import { lockCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import { type updateMembership as endpoint, membershipRefusals as refusals } from '../contract/memberships.ts'
import { readMembership } from './get-membership.ts'
import { findCustomerOfMembership, lockMembership } from './lock-membership.ts'

/** Sets one membership to Active, Inactive or Suspended. The customer and other memberships stay unchanged. */
export async function updateMembership(
  ctx: Ctx,
  { MembershipNo: typed, Version, Status, Reason }: Input<typeof endpoint>,
) {
  const customer = await lockCustomer(ctx, await findCustomerOfMembership(ctx, typed))
  const { MembershipNo, ...membership } = await lockMembership(ctx, typed)
  if (!staffSettableStatuses.some((status) => status === membership.Status))
    throw refusals.notEditable({ Status: membership.Status })
  await refuseStaleVersion(
    ctx,
    { record: ['Membership', MembershipNo], sent: Version, present: membership.Version },
    () => readMembership(ctx, MembershipNo),
  )
  if (Status === 'Active' && customer.Status !== 'Active') throw refusals.customerIs({ Status: customer.Status })

  await ctx.db
    .updateTable('Membership')
    .set({ Status, Version: membership.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('MembershipNo', '=', MembershipNo)
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'membership_one_active' ? refusals.alreadyActive() : error
    })

  const reason = Reason ? `: ${Reason}` : ''
  ctx.audit(
    'Update Membership',
    'Membership',
    MembershipNo,
    `Update Membership in Membership. MembershipNo - ${MembershipNo}. ${Status}${reason}`,
  )
  return readMembership(ctx, MembershipNo)
}
