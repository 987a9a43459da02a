import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type removeIdentity as contract,
  type unlinkOwnIdentity as ownContract,
  providerRefusals,
  providerTitles,
} from '../../contract.ts'
import { provePassword } from '../account-password/prove-password.ts'
import { neverUpwards } from '../accounts/never-upwards.ts'
import { mailOf } from '../accounts/reachable-by.ts'
import { tellOwnerOfRemoval } from './tell-owner.ts'

/** Closing a door does not wait for whoever may stand behind it: it counts at once, and its owner is told. */
export async function removeIdentity(ctx: Ctx, { IdentityId }: Input<typeof contract>) {
  const identity = await ctx.db
    .selectFrom('UserIdentity')
    .select(['UserId', 'Provider'])
    .where('IdentityId', '=', IdentityId)
    .executeTakeFirst()
  if (!identity) throw providerRefusals.identityNotFound()
  if (identity.UserId === ctx.actor.userId) throw providerRefusals.ownIdentity()
  await neverUpwards(ctx, [identity.UserId])
  await remove(ctx, IdentityId, identity.UserId)
  const title = providerTitles[identity.Provider]
  await tellOwnerOfRemoval(ctx, identity.UserId, title)
  const own = await mailOf(ctx.db, ctx.actor.userId!)
  if (own)
    await ctx.mail({
      To: own,
      Subject: 'You have removed a way to sign in',
      Body: `You have removed a colleague's sign-in through ${title}. If it was not you, please tell your administrator at once.\n`,
    })
  return { IdentityId }
}

/** Somebody else's identity is as unknown as one that does not exist. */
export async function unlinkOwnIdentity(ctx: Ctx, { IdentityId, CurrentPassword }: Input<typeof ownContract>) {
  await provePassword(ctx, CurrentPassword)
  await remove(ctx, IdentityId, ctx.actor.userId!)
  return { IdentityId }
}

async function remove(ctx: Ctx, IdentityId: number, UserId: number) {
  const removed = await ctx.db
    .deleteFrom('UserIdentity')
    .where('IdentityId', '=', IdentityId)
    .where('UserId', '=', UserId)
    .returning('IdentityId')
    .executeTakeFirst()
  if (!removed) throw providerRefusals.identityNotFound()
  ctx.audit('Delete User Identity', 'UserIdentity', IdentityId, `Delete User Identity. IdentityId - ${IdentityId}`)
}
