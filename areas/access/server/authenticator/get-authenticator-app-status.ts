import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

export async function getAuthenticatorAppStatus(ctx: Ctx) {
  const UserId = ctx.actor.userId!
  const [account, authenticator, codes] = await Promise.all([
    ctx.db
      .selectFrom('UserAccount')
      .select('PasswordChangedAt')
      .select(sql<'Y' | 'N'>`case when password_hash is null then 'N' else 'Y' end`.as('HasPasswordYN'))
      .where('UserId', '=', UserId)
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('Authenticator')
      .select(['ConfirmedAt', 'LastUsedAt'])
      .where('UserId', '=', UserId)
      .where('ConfirmedAt', 'is not', null)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('RecoveryCode')
      .select((eb) => eb.fn.countAll<number>().as('Left'))
      .where('UserId', '=', UserId)
      .where('UsedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    Enrolled: authenticator !== undefined,
    AddedAt: authenticator?.ConfirmedAt ?? null,
    LastUsedAt: authenticator?.LastUsedAt ?? null,
    RecoveryCodesLeft: Number(codes.Left),
    PasswordChangedAt: account.PasswordChangedAt,
    HasPasswordYN: account.HasPasswordYN,
  }
}
