import { changeOwnProfile, lockEditable } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { countOwnChange } from '../limits.ts'
import { visitOf } from '../visits/visits.ts'
import { notifyOldAddress, refuseStaleVisit } from './contact.ts'
import { readOwn, readProfile } from './read-profile.ts'

export const getProfile = (ctx: Ctx) => readProfile(ctx)

/** What customers change of themselves. A change of the phone number is one of how they are reached. */
export async function updateProfile(ctx: Ctx, input: Input<typeof contract.updateProfile>) {
  const { CustomerId } = await readOwn(ctx)
  await countOwnChange(ctx)
  const visit = await visitOf(ctx, ctx.actor.sessionId!)
  const { before, reached } = await changeOwnProfile(ctx, CustomerId, input, {
    current: () => readProfile(ctx),
    waitingMost: contract.refusals.tooManyWaiting,
  })
  if (reached.length > 0) {
    refuseStaleVisit(ctx, visit)
    await notifyOldAddress(ctx, before, visit.Language)
  }
  ctx.audit('Update Profile', 'Customer', CustomerId, `Update Profile in Self-Service. CustomerId - ${CustomerId}`)
  return readProfile(ctx)
}

/** The customer of the session, locked, for changes of what belongs to them. */
export async function lockOwn(ctx: Ctx) {
  const { CustomerId } = await readOwn(ctx)
  await countOwnChange(ctx)
  return lockEditable(ctx, CustomerId)
}
