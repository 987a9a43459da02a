import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import type { updateUser as endpoint } from '../../contract/accounts.ts'
import { accountBy, lockAccount, refuseTakenUsername } from './account-rows.ts'

export async function updateUser(ctx: Ctx, { UserId, Version, Username }: Input<typeof endpoint>) {
  const account = await lockAccount(ctx, UserId)
  if (account.Version !== Version) throw stale(account)

  await ctx.db
    .updateTable('UserAccount')
    .set({ Username, Version: Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
    .catch(refuseTakenUsername(Username))

  ctx.audit('Update User', 'User', UserId, `Update User in User Roles. UserId - ${UserId}`)
  return accountBy(ctx, UserId)
}
