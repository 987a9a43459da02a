import type { Ctx } from '#kit/server/ctx.ts'
import { endSessionsOfAccount, sessionEndReasons } from '../end-reasons.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { voidPendingCredentials } from './update-user.ts'
import { assertAdministratorRemains, refuseDuplicateUsername } from './users.ts'

// Changes of accounts by an identity provider, whose system account has the scope for it instead of roles.

type NewAccount = { StaffId: number; Username: string; Status: 'Active' | 'Disabled' }

/** Creates an account without password and rights. */
export async function insertProvisionedAccount(ctx: Ctx, { StaffId, Username, Status }: NewAccount) {
  const { UserId } = await ctx.db
    .insertInto('UserAccount')
    .values({ Kind: 'Staff', Username, StaffId, Status, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning('UserId')
    .executeTakeFirstOrThrow()
    .catch(refuseDuplicateUsername(Username))
  ctx.audit('Create User', 'User', UserId, `Create User in Provisioning. UserId - ${UserId}`)
  return UserId
}

type Account = { UserId: number; Version: number }

export async function renameProvisionedAccount(ctx: Ctx, { UserId, Version }: Account, Username: string) {
  await ctx.db
    .updateTable('UserAccount')
    .set({ Username, Version: Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
    .catch(refuseDuplicateUsername(Username))
  ctx.audit('Update User', 'User', UserId, `Update User in Provisioning. UserId - ${UserId}`)
}

/**
 * Disables or enables an account. A disabled account loses its sessions, codes and links at once.
 * Throws if no administrator remains. Call this function while `lockAdministrators` is in force.
 */
export async function setStatusOfProvisionedAccount(
  ctx: Ctx,
  { UserId, Version }: Account,
  Status: 'Active' | 'Disabled',
) {
  await ctx.db
    .updateTable('UserAccount')
    .set({ Status, Version: Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
  if (Status === 'Disabled') {
    const ended = await endSessionsOfAccount(ctx, UserId, sessionEndReasons.byStaff)
    for (const { Label } of ended) await recordLoginActivity(ctx, UserId, `Signed out by ${ctx.actor.name}`, Label)
    await voidPendingCredentials(ctx, UserId)
    await assertAdministratorRemains(ctx)
  }
  const verb = Status === 'Disabled' ? 'Disable User' : 'Enable User'
  ctx.audit(verb, 'User', UserId, `${verb} in Provisioning. UserId - ${UserId}`)
}
