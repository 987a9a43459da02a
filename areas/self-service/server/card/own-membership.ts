import { refusals as accessRefusals } from '#areas/access/contract.ts'
import { refusals as customerRefusals } from '#areas/customers/contract/customers.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { membershipOf, readOwn } from '../profile/read-profile.ts'

/** The membership of who is signed in; nothing that was sent says which. */
export async function ownMembership(ctx: Ctx): Promise<string> {
  if (ctx.actor.customerId === null) throw accessRefusals.required()
  const { CustomerId } = await readOwn(ctx)
  const MembershipNo = await membershipOf(ctx, CustomerId)
  if (!MembershipNo) throw customerRefusals.notFound()
  return MembershipNo
}
