import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { hashOfToken, newLabel, newToken } from './tokens.ts'

/** Behind TLS the `__Host-` prefix makes browsers insist on Secure, Path=/ and no Domain. */
export const sessionCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'sid')

/** Customers have their own cookie, so that staff who open a customer page in their browser stay signed in. */
export const customerCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'csid')

const cookieName = (publicUrl: string | null, name: string) =>
  publicUrl?.startsWith('https:') ? `__Host-${name}` : name

/** The company's limits for staff sessions: idle time and total age. */
export async function sessionPolicy(ctx: Pick<Ctx, 'db'>) {
  const companySettings = await readSettings(ctx)
  return {
    idleSeconds: companySettings['access.idleMinutes'] * 60,
    longestSeconds: companySettings['access.sessionHours'] * 3600,
  }
}

type Opening =
  | { audience: 'staff'; userId: number; seconds: number }
  /** `scopes` are fewer than those of the account, or null for all of them, also later ones. */
  | { audience: 'system'; userId: number; seconds: number; scopes: readonly string[] | null }
  /** `idleSeconds` overrides the company's setting, which is for staff. */
  | { audience: 'customer'; customerId: number | null; seconds: number; idleSeconds: number }

/** Opens a session. Only the return value contains its token. */
export async function openSession(ctx: Ctx, opening: Opening) {
  const token = newToken()
  const label = newLabel(ctx.now)
  const { SessionId } = await ctx.db
    .insertInto('Session')
    .values({
      TokenHash: hashOfToken(token)!,
      Audience: opening.audience,
      ...(opening.audience === 'customer'
        ? { CustomerId: opening.customerId, IdleSeconds: opening.idleSeconds }
        : { UserId: opening.userId }),
      ...(opening.audience === 'system' && opening.scopes && { Scopes: [...opening.scopes] }),
      Label: label,
      SourceIP: ctx.sourceIP,
      UserAgent: ctx.userAgent,
      CreatedAt: ctx.now,
      LastSeenAt: ctx.now,
      ExpiresAt: new Date(ctx.now.getTime() + opening.seconds * 1000),
    })
    .returning('SessionId')
    .executeTakeFirstOrThrow()
  return { token, label, sessionId: SessionId }
}
