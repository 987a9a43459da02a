import { changeByStaff, changeOwnProfile, contactHold, lockEditable } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { countOwnChange } from '../limits.ts'
import { notifyOldAddress, refuseStaleVisit } from '../profile/contact.ts'
import { visitOf } from '../visits/visits.ts'
import { meantCustomer } from './meant-customer.ts'
import { markVerified } from './prove-address.ts'

/** Changes the address. What the body says of verified and member type is ignored: a code proves the one, staff decide the other. */
export async function updateEmail(ctx: Ctx, { CustomerId: named, Email }: Input<typeof contract.updateEmail>) {
  const CustomerId = meantCustomer(ctx, named)
  if (CustomerId === null) throw contract.refusals.customerMissing()
  if (ctx.actor.kind === 'customer') await changeOwn(ctx, CustomerId, Email)
  else await changeByStaff(ctx, CustomerId, { Email })

  const customer = await lockEditable(ctx, CustomerId)
  const hold = await contactHold(ctx, CustomerId)
  return {
    CustomerId,
    Email: customer.Email,
    VerifiedEmailYN: customer.VerifiedEmailYN,
    ContactHeldUntil: hold?.HeldUntil ?? null,
  }
}

async function changeOwn(ctx: Ctx, CustomerId: number, Email: string) {
  const visit = await visitOf(ctx, ctx.actor.sessionId!)
  const now = await lockEditable(ctx, CustomerId)
  if (now.Email !== Email) {
    await countOwnChange(ctx)
    refuseStaleVisit(ctx, visit)
    const { before } = await changeOwnProfile(ctx, CustomerId, { Email }, waiting)
    await notifyOldAddress(ctx, before, visit.Language)
    ctx.audit(
      'Update Customer Email',
      'Customer',
      CustomerId,
      `Update Customer Email in Self-Service. CustomerId - ${CustomerId}`,
    )
  }
  if (visit.VerifiedEmail === Email) await markVerified(ctx, await lockEditable(ctx, CustomerId))
}

const waiting = { waitingMost: () => contract.refusals.tooManyWaiting() }
