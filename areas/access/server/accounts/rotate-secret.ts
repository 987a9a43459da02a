import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type rotateSecret as endpoint, systemRefusals as refusals } from '../../contract/system-accounts.ts'
import { hashOfPassword } from '../passwords.ts'
import { newToken } from '../tokens.ts'
import { lockSystemAccount, systemAccountBy } from './system-rows.ts'

const HOUR_MS = 3_600_000

/** A till can't be told its new secret at the same moment as the server, so both count for the hours of grace. */
export async function rotateSecret(ctx: Ctx, { UserId, GraceHours }: Input<typeof endpoint>) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Active') throw refusals.disabled()

  const ClientSecret = newToken()
  const until = GraceHours > 0 ? new Date(ctx.now.getTime() + GraceHours * HOUR_MS) : null
  await ctx.db
    .updateTable('UserAccount')
    .set({
      PreviousPasswordHash: until && sql`password_hash`,
      PreviousValidUntil: until && sql`case when password_hash is not null then ${until}::timestamptz end`,
      PasswordHash: await hashOfPassword(ClientSecret),
      PasswordChangedAt: ctx.now,
      Version: account.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('UserId', '=', UserId)
    .execute()

  ctx.audit(
    'Rotate Secret',
    'User',
    UserId,
    `Rotate Secret in User Roles. UserId - ${UserId}, GraceHours - ${GraceHours}`,
  )
  return { Account: await systemAccountBy(ctx, UserId), ClientSecret }
}
