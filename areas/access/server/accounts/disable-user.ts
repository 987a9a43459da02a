import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type disableUser as endpoint, accountRefusals as refusals } from '../../contract/accounts.ts'
import { endings, endSessionsOf } from '../session-endings.ts'
import { accountBy, lockAccount, oneAdministratorAtATime, refuseWithoutAdministrator } from './account-rows.ts'

/** From the commit on no call of this account is answered, on no server. */
export async function disableUser(ctx: Ctx, { UserId }: Input<typeof endpoint>) {
  await oneAdministratorAtATime(ctx)
  const account = await lockAccount(ctx, UserId)
  if (account.Status !== 'Active') throw refusals.alreadyDisabled()

  await ctx.db
    .updateTable('UserAccount')
    .set({ Status: 'Disabled', Version: account.Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
  await endSessionsOf(ctx, UserId, endings.byStaff)
  await refuseWithoutAdministrator(ctx)

  ctx.audit('Disable User', 'User', UserId, `Disable User in User Roles. UserId - ${UserId}`)
  return accountBy(ctx, UserId)
}
