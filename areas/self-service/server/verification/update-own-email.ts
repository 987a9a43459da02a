import {
  applyStaffChange,
  changeOwnProfile,
  findContactHold,
  lockEditableCustomer,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { countProfileChange } from '../limits.ts'
import { notifyPreviousAddress, requireFreshSession } from '../profile/contact.ts'
import { loadCustomerSession } from '../sessions/customer-sessions.ts'
import { markEmailVerified } from './prove-address.ts'
import { resolveCustomerId } from './resolve-customer.ts'

/** Changes the e-mail address; VerifiedEmailYN and MemberType are ignored, because only a code verifies an address. */
export async function updateOwnEmail(
  ctx: Ctx,
  { CustomerId: requestedId, Email }: Input<typeof contract.updateOwnEmail>,
) {
  const CustomerId = resolveCustomerId(ctx, requestedId)
  if (CustomerId === null) throw contract.selfServiceRefusals.customerMissing()
  if (ctx.actor.kind === 'customer') await changeOwn(ctx, CustomerId, Email)
  else await applyStaffChange(ctx, CustomerId, { Email })

  const customer = await lockEditableCustomer(ctx, CustomerId)
  const hold = await findContactHold(ctx, CustomerId)
  return {
    CustomerId,
    Email: customer.Email,
    VerifiedEmailYN: customer.VerifiedEmailYN,
    ContactHeldUntil: hold?.HeldUntil ?? null,
  }
}

async function changeOwn(ctx: Ctx, CustomerId: number, Email: string) {
  const session = await loadCustomerSession(ctx, ctx.actor.sessionId!)
  const current = await lockEditableCustomer(ctx, CustomerId)
  if (current.Email !== Email) {
    await countProfileChange(ctx)
    requireFreshSession(ctx, session)
    const { before } = await changeOwnProfile(ctx, CustomerId, { Email }, pendingLimit)
    await notifyPreviousAddress(ctx, before, session.Language)
    ctx.audit(
      'Update Customer Email',
      'Customer',
      CustomerId,
      `Update Customer Email in Self-Service. CustomerId - ${CustomerId}`,
    )
  }
  if (session.VerifiedEmail === Email) await markEmailVerified(ctx, await lockEditableCustomer(ctx, CustomerId))
}

const pendingLimit = { waitingMost: () => contract.selfServiceRefusals.tooManyWaiting() }
