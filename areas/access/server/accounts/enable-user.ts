import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type enableUser as endpoint, accountRefusals as refusals } from '../../contract/accounts.ts'
import { accountBy, lockAccount } from './account-rows.ts'

/** Sessions that ended stay ended: the person signs in again. */
export async function enableUser(ctx: Ctx, { UserId }: Input<typeof endpoint>) {
  const account = await lockAccount(ctx, UserId)
  if (account.Status !== 'Disabled') throw refusals.notDisabled()

  await ctx.db
    .updateTable('UserAccount')
    .set({ Status: 'Active', Version: account.Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()

  ctx.audit('Enable User', 'User', UserId, `Enable User in User Roles. UserId - ${UserId}`)
  return accountBy(ctx, UserId)
}
