import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { accountRefusals } from '../../contract/accounts.ts'
import type { disableSystemAccount as endpoint } from '../../contract/system-accounts.ts'
import { endings, endSessionsOf } from '../session-endings.ts'
import { lockSystemAccount, systemAccountBy } from './system-rows.ts'

type Wish = Input<typeof endpoint>

/** From the commit on no call of the program is answered. */
export async function disableSystemAccount(ctx: Ctx, { UserId }: Wish) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Active') throw accountRefusals.alreadyDisabled()
  await change(ctx, account, 'Disabled')
  await endSessionsOf(ctx, UserId, endings.byStaff)
  ctx.audit('Disable System Account', 'User', UserId, `Disable System Account in User Roles. UserId - ${UserId}`)
  return systemAccountBy(ctx, UserId)
}

export async function enableSystemAccount(ctx: Ctx, { UserId }: Wish) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Disabled') throw accountRefusals.notDisabled()
  await change(ctx, account, 'Active')
  ctx.audit('Enable System Account', 'User', UserId, `Enable System Account in User Roles. UserId - ${UserId}`)
  return systemAccountBy(ctx, UserId)
}

const change = (ctx: Ctx, { UserId, Version }: { UserId: number; Version: number }, Status: 'Active' | 'Disabled') =>
  ctx.db
    .updateTable('UserAccount')
    .set({ Status, Version: Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
