import { sql } from 'kysely'
import { requireHeadOffice } from '#areas/staff/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { systemRefusals as refusals, type SystemAccount } from '../../contract/system-accounts.ts'
import { neverUpwards } from './never-upwards.ts'

/** Accounts of programs as pages show them; when one was last used is told by its sessions. */
export const systemAccounts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('UserAccount')
    .select(['UserId', 'Username', 'Scopes', 'CallsPerMinute', 'Version'])
    .select([
      sql<string>`coalesce(display_name, username)`.as('DisplayName'),
      sql<'Active' | 'Disabled'>`status`.as('Status'),
      sql<string | null>`coalesce(password_changed_at, created_at)`.as('SecretSince'),
      'PreviousValidUntil',
      sql<string | null>`greatest(last_sign_in_at,
        (select max(last_seen_at) from session where session.user_id = user_account.user_id))`.as('LastUsedAt'),
    ])
    .where('Kind', '=', 'System')
    .where('Status', '<>', 'Deleted')

/** A secret that has run out is nobody's business any more. */
export const shown = (ctx: Ctx, account: SystemAccount): SystemAccount => ({
  ...account,
  PreviousValidUntil:
    account.PreviousValidUntil && Date.parse(account.PreviousValidUntil) > ctx.now.getTime()
      ? account.PreviousValidUntil
      : null,
})

export async function systemAccountBy(ctx: Ctx, UserId: number) {
  const account = await systemAccounts(ctx).where('UserId', '=', UserId).executeTakeFirst()
  if (!account) throw refusals.notFound()
  return shown(ctx, account)
}

export async function lockSystemAccount(ctx: Ctx, UserId: number) {
  requireHeadOffice(ctx)
  await neverUpwards(ctx, [UserId])
  return systemAccountBy(ctx, UserId)
}
