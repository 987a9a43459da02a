import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../../contract.ts'
import { type unlinkOwnIdentity as ownContract, providerRefusals, providerTitles } from '../../contract.ts'
import { provePassword } from '../account-password/prove-password.ts'
import { neverUpwards } from '../accounts/never-upwards.ts'
import { mailOf } from '../accounts/reachable-by.ts'

/** Which subject opens whose account is head office's to know. */
export const listIdentities = (ctx: Ctx, { Search }: Pick<Input<typeof contract.listIdentities>, 'Search'>) =>
  queryList(
    ctx.db
      .selectFrom('UserIdentity')
      .innerJoin('UserAccount', 'UserAccount.UserId', 'UserIdentity.UserId')
      .leftJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
      .select(['IdentityId', 'UserIdentity.UserId', 'Username', 'FullName', 'Provider', 'Issuer', 'Subject'])
      .select(['LinkedAt', 'LastUsedAt']),
    {
      where: [
        equals('UserIdentity.UserId', Search.UserId),
        contains('Username', Search.Username),
        equals('Provider', Search.Provider),
      ],
      tie: 'IdentityId',
    },
  )

export const listOwnIdentities = (ctx: Ctx) => listIdentities(ctx, { Search: { UserId: ctx.actor.userId! } })

/** Revoking access does not wait for whoever may have it: it counts at once, and its owner is told. */
export async function removeIdentity(ctx: Ctx, { IdentityId }: Input<typeof contract.removeIdentity>) {
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
  await notifyOwnerOfRemoval(ctx, identity.UserId, title)
  const own = await mailOf(ctx.db, ctx.actor.userId!)
  if (own)
    await ctx.mail({
      To: own,
      Subject: 'You have removed a way to sign in',
      Body: `You have removed a colleague's sign-in through ${title}. If it was not you, tell your administrator at once.\n`,
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

/** A new way in is worth a message: who did not add it themselves must learn of it. */
export const notifyOwner = (ctx: Ctx, userId: number, provider: string) =>
  notify(
    ctx,
    userId,
    'Another way to sign in was added',
    `Your account can now also be opened through ${provider}.\nIf it was not you who added this, tell your administrator at once.\n`,
  )

const notifyOwnerOfRemoval = (ctx: Ctx, userId: number, provider: string) =>
  notify(
    ctx,
    userId,
    'A way to sign in was removed',
    `Your account can no longer be opened through ${provider}; ${ctx.actor.name} removed it.\nIf you did not expect this, tell your administrator at once.\n`,
  )

async function notify(ctx: Ctx, userId: number, Subject: string, Body: string) {
  const To = await mailOf(ctx.db, userId)
  if (To) await ctx.mail({ To, Subject, Body })
}
