import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../../contract.ts'
import { type unlinkOwnIdentity as ownContract, providerRefusals, providerTitles } from '../../contract.ts'
import { notifyAccount } from '../account-messages.ts'
import { verifyOwnPassword } from '../account-password/prove-password.ts'
import { assertWithinCallerRights } from '../accounts/caller-rights.ts'
import { identityAddedMail, identityRemovedByOwnerMail, identityRemovedMail } from '../mails.ts'

/** Lists for head office which identity opens which account. */
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

/** Removes an identity from an account at once, without confirmation by the account's owner, and notifies the owner. */
export async function removeIdentity(ctx: Ctx, { IdentityId }: Input<typeof contract.removeIdentity>) {
  const identity = await ctx.db
    .selectFrom('UserIdentity')
    .select(['UserId', 'Provider'])
    .where('IdentityId', '=', IdentityId)
    .executeTakeFirst()
  if (!identity) throw providerRefusals.identityNotFound()
  if (identity.UserId === ctx.actor.userId) throw providerRefusals.ownIdentity()
  await assertWithinCallerRights(ctx, [identity.UserId])
  await remove(ctx, IdentityId, identity.UserId)
  const title = providerTitles[identity.Provider]
  await notifyOwnerOfRemoval(ctx, identity.UserId, title)
  await notifyAccount(ctx, ctx.actor.userId!, identityRemovedByOwnerMail, { provider: title })
  return { IdentityId }
}

/** Unlinks an identity of the caller. The identity of another user gives the same error as an unknown one. */
export async function unlinkOwnIdentity(ctx: Ctx, { IdentityId, CurrentPassword }: Input<typeof ownContract>) {
  await verifyOwnPassword(ctx, CurrentPassword)
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

/** Notifies the account's owner of a new identity, in case another person added the identity. */
export const notifyOwnerOfIdentity = (ctx: Ctx, userId: number, provider: string) =>
  notifyAccount(ctx, userId, identityAddedMail, { provider })

const notifyOwnerOfRemoval = (ctx: Ctx, userId: number, provider: string) =>
  notifyAccount(ctx, userId, identityRemovedMail, { provider, name: ctx.actor.name })
