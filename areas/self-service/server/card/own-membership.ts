import { accessRefusals } from '#areas/access/contract.ts'
import { customerRefusals } from '#areas/customers/contract/customers.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { findMembershipNo, readOwnCustomer } from '../profile/read-profile.ts'

/** Returns the membership number of the signed-in customer from the session, never from the request. */
export async function requireOwnMembershipNo(ctx: Ctx): Promise<string> {
  if (ctx.actor.customerId === null) throw accessRefusals.required()
  const { CustomerId } = await readOwnCustomer(ctx)
  const MembershipNo = await findMembershipNo(ctx, CustomerId)
  if (!MembershipNo) throw customerRefusals.notFound()
  return MembershipNo
}
