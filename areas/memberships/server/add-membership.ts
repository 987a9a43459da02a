import { createMembership, lockCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract/memberships.ts'
import { membershipRefusals as refusals } from '../contract/memberships.ts'
import { readMembership } from './get-membership.ts'

/** Adds a membership to a customer, for example in another card group. */
export async function addMembership(ctx: Ctx, input: Input<typeof contract.addMembership>) {
  const customer = await lockCustomer(ctx, input.CustomerId)
  if (customer.Status !== 'Active') throw refusals.customerNotActive()

  const MembershipNo = await createMembership(ctx, input)

  ctx.audit(
    'Create Membership',
    'Membership',
    MembershipNo,
    `Create Membership in Membership. MembershipNo - ${MembershipNo}`,
  )
  return readMembership(ctx, MembershipNo)
}
