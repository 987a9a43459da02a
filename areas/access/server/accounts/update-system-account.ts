import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import type { updateSystemAccount as endpoint } from '../../contract/system-accounts.ts'
import { giveNoMoreThanOwn } from './never-upwards.ts'
import { lockSystemAccount, systemAccountBy } from './system-rows.ts'

export async function updateSystemAccount(ctx: Ctx, { UserId, Version, Scopes, ...changes }: Input<typeof endpoint>) {
  const account = await lockSystemAccount(ctx, UserId)
  giveNoMoreThanOwn(ctx, { Scopes })
  if (account.Version !== Version) throw stale(account)

  await ctx.db
    .updateTable('UserAccount')
    .set({ ...changes, ...(Scopes && { Scopes: [...new Set(Scopes)] }), Version: Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()

  ctx.audit('Update System Account', 'User', UserId, `Update System Account in User Roles. UserId - ${UserId}`)
  return systemAccountBy(ctx, UserId)
}
