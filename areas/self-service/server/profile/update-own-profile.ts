import { changeOwnProfile, lockEditableCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { countProfileChange } from '../limits.ts'
import { loadCustomerSession } from '../sessions/customer-sessions.ts'
import { notifyPreviousAddress, requireFreshSession } from './contact.ts'
import { readOwnCustomer, readProfile } from './read-profile.ts'

export const getOwnProfile = (ctx: Ctx) => readProfile(ctx)

/** Updates the customer's own profile; a new phone number counts as a change of contact details. */
export async function updateOwnProfile(ctx: Ctx, input: Input<typeof contract.updateOwnProfile>) {
  const { CustomerId } = await readOwnCustomer(ctx)
  await countProfileChange(ctx)
  const session = await loadCustomerSession(ctx, ctx.actor.sessionId!)
  const { before, reached: changedContacts } = await changeOwnProfile(ctx, CustomerId, input, {
    current: () => readProfile(ctx),
    waitingMost: contract.selfServiceRefusals.tooManyWaiting,
  })
  if (changedContacts.length > 0) {
    requireFreshSession(ctx, session)
    await notifyPreviousAddress(ctx, before, session.Language)
  }
  ctx.audit('Update Profile', 'Customer', CustomerId, `Update Profile in Self-Service. CustomerId - ${CustomerId}`)
  return readProfile(ctx)
}

/** Locks the signed-in customer before the customer's own data is changed. */
export async function lockOwnCustomer(ctx: Ctx) {
  const { CustomerId } = await readOwnCustomer(ctx)
  await countProfileChange(ctx)
  return lockEditableCustomer(ctx, CustomerId)
}
