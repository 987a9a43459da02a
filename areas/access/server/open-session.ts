import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { hashOfToken, newLabel, newToken } from './tokens.ts'

/** Behind TLS the name itself makes the browser insist on Secure, Path=/ and no Domain. */
export const sessionCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'sid')

/** Customers' sessions have their own: staff who try the customers' pages in their browser stay signed in. */
export const customerCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'csid')

const cookieName = (publicUrl: string | null, name: string) =>
  publicUrl?.startsWith('https:') ? `__Host-${name}` : name

/** After how long a silence, and after how long in any case, staff sign in again. */
export async function sessionPolicy(ctx: Pick<Ctx, 'db'>) {
  const own = await settings(ctx)
  return { idleSeconds: own['access.idleMinutes'] * 60, longestSeconds: own['access.sessionHours'] * 3600 }
}

type Opening =
  | { audience: 'staff' | 'system'; userId: number; seconds: number }
  /** `idleSeconds`: what counts instead of the company's setting, which is for staff. */
  | { audience: 'customer'; customerId: number | null; seconds: number; idleSeconds: number }

/** A new session; its token is known to nobody but the answer. */
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
