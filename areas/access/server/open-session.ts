import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { hashOfToken, newSessionLabel, newToken } from './tokens.ts'

/** With https the name has the prefix `__Host-`, for which browsers require Secure, Path=/ and no Domain. */
export const sessionCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'sid')

/** Customers have a separate cookie, so that staff stay signed in while they open customer pages in their browser. */
export const customerCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'csid')

const cookieName = (publicUrl: string | null, name: string) =>
  publicUrl?.startsWith('https:') ? `__Host-${name}` : name

/** The company's limits for staff sessions: idle time and maximum age. */
export async function readSessionPolicy(ctx: Pick<Ctx, 'db'>) {
  const companySettings = await readSettings(ctx)
  return {
    idleSeconds: companySettings['access.idleMinutes'] * 60,
    longestSeconds: companySettings['access.sessionHours'] * 3600,
  }
}

type Opening =
  | { audience: 'staff'; userId: number; seconds: number }
  /** `scopes` is a subset of the account's scopes, or null for all scopes, including those added later. */
  | { audience: 'system'; userId: number; seconds: number; scopes: readonly string[] | null }
  /** `idleSeconds` replaces the company's setting, which applies to staff. */
  | { audience: 'customer'; customerId: number | null; seconds: number; idleSeconds: number }

/** Opens a session. Only the return value contains the token. */
export async function openSession(ctx: Ctx, opening: Opening) {
  const token = newToken()
  const label = newSessionLabel(ctx.now)
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
