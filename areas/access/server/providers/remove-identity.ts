import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type removeIdentity as contract, providerRefusals } from '../../contract.ts'

export const removeIdentity = (ctx: Ctx, { IdentityId }: Input<typeof contract>) => remove(ctx, IdentityId, undefined)

/** Somebody else's identity is as unknown as one that does not exist. */
export const unlinkOwnIdentity = (ctx: Ctx, { IdentityId }: Input<typeof contract>) =>
  remove(ctx, IdentityId, ctx.actor.userId!)

async function remove(ctx: Ctx, IdentityId: number, ownerId: number | undefined) {
  let statement = ctx.db.deleteFrom('UserIdentity').where('IdentityId', '=', IdentityId)
  if (ownerId !== undefined) statement = statement.where('UserId', '=', ownerId)
  const removed = await statement.returning('IdentityId').executeTakeFirst()
  if (!removed) throw providerRefusals.identityNotFound()
  ctx.audit('Delete User Identity', 'UserIdentity', IdentityId, `Delete User Identity. IdentityId - ${IdentityId}`)
  return { IdentityId }
}
