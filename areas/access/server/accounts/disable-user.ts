import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/accounts.ts'
import { accountRefusals as refusals } from '../../contract/accounts.ts'
import { endSessionsOfAccount, sessionEndReasons } from '../end-reasons.ts'
import { assertAdministratorRemains, getAccount, lockAccount, lockAdministrators } from './users.ts'

/**
 * Ends the sessions of a staff member who left. Throws if no administrator remains.
 * Call this function after the change of the account, while `lockAdministrators` is in force.
 */
export async function endAccessOfStaff(ctx: Ctx, StaffId: number) {
  const account = await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('StaffId', '=', StaffId)
    .executeTakeFirst()
  if (!account) return
  await endSessionsOfAccount(ctx, account.UserId, sessionEndReasons.byStaff)
  await assertAdministratorRemains(ctx)
}

/** Disables an account. Once the change is committed, every server refuses calls of the account. */
export async function disableUser(ctx: Ctx, { UserId }: Input<typeof contract.disableUser>) {
  await lockAdministrators(ctx)
  const account = await lockAccount(ctx, UserId)
  if (account.Status !== 'Active') throw refusals.alreadyDisabled()

  await ctx.db
    .updateTable('UserAccount')
    .set({ Status: 'Disabled', Version: account.Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
  await endSessionsOfAccount(ctx, UserId, sessionEndReasons.byStaff)
  await assertAdministratorRemains(ctx)

  ctx.audit('Disable User', 'User', UserId, `Disable User in User Roles. UserId - ${UserId}`)
  return getAccount(ctx, UserId)
}

/** Enables a disabled account. Its ended sessions stay ended, so its user has to sign in again. */
export async function enableUser(ctx: Ctx, { UserId }: Input<typeof contract.enableUser>) {
  const account = await lockAccount(ctx, UserId)
  if (account.Status !== 'Disabled') throw refusals.notDisabled()

  await ctx.db
    .updateTable('UserAccount')
    .set({ Status: 'Active', Version: account.Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()

  ctx.audit('Enable User', 'User', UserId, `Enable User in User Roles. UserId - ${UserId}`)
  return getAccount(ctx, UserId)
}
