import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addSystemAccount as endpoint } from '../../contract/system-accounts.ts'
import { hashOfPassword } from '../passwords.ts'
import { newToken } from '../tokens.ts'
import { refuseTakenUsername } from './account-rows.ts'
import { giveNoMoreThanOwn } from './never-upwards.ts'
import { systemAccountBy } from './system-rows.ts'

export async function addSystemAccount(ctx: Ctx, { Scopes, ...account }: Input<typeof endpoint>) {
  giveNoMoreThanOwn(ctx, { Scopes })
  const ClientSecret = newToken()
  const { UserId } = await ctx.db
    .insertInto('UserAccount')
    .values({
      Kind: 'System',
      ...account,
      Scopes: [...new Set(Scopes)],
      PasswordHash: await hashOfPassword(ClientSecret),
      PasswordChangedAt: ctx.now,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('UserId')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenUsername(account.Username))

  ctx.audit('Create System Account', 'User', UserId, `Create System Account in User Roles. UserId - ${UserId}`)
  return { Account: await systemAccountBy(ctx, UserId), ClientSecret }
}
