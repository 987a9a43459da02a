import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createSessionLabel, createSessionToken, hashSessionToken } from './tokens.ts'

/** With https the cookie's name starts with `__Host-`, for which browsers require Secure, Path=/ and no Domain. */
export const sessionCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'sid')

/** Customers have their own cookie, so that staff stay signed in while they open customer pages in the same browser. */
export const customerCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'csid')

/** The cookie with the secret of a sign-in with a passkey, from which its challenge is derived. */
export const passkeyCookieName = (publicUrl: string | null) => cookieName(publicUrl, 'passkey')

const cookieName = (publicUrl: string | null, name: string) =>
  publicUrl?.startsWith('https:') ? `__Host-${name}` : name

/** The company's limits for the sessions of staff: idle time and maximum age. */
export async function readSessionPolicy(ctx: Pick<Ctx, 'db'>) {
  const companySettings = await readSettings(ctx)
  return {
    idleSeconds: companySettings['access.idleMinutes'] * 60,
    longestSeconds: companySettings['access.sessionHours'] * 3600,
  }
}

type Opening =
  /** `passkeyId` is the passkey that the user signed in with, else null. */
  | { audience: 'staff'; userId: number; seconds: number; passkeyId: number | null }
  /** The scopes of the session: some scopes of the account, or null for all, including scopes that are added later. */
  | { audience: 'system'; userId: number; seconds: number; scopes: readonly string[] | null; idleSeconds?: number }
  /** The idle time of the session in seconds, if it differs from the company's setting for staff. */
  | { audience: 'customer'; customerId: number | null; seconds: number; idleSeconds: number }

/** Opens a session. Only the return value contains the token of the session. */
export async function createSession(ctx: Ctx, opening: Opening) {
  const token = createSessionToken()
  const label = createSessionLabel(ctx.now)
  const { SessionId } = await ctx.db
    .insertInto('Session')
    .values({
      TokenHash: hashSessionToken(token)!,
      Audience: opening.audience,
      ...(opening.audience === 'customer'
        ? { CustomerId: opening.customerId, IdleSeconds: opening.idleSeconds }
        : { UserId: opening.userId }),
      ...(opening.audience === 'system' && { IdleSeconds: opening.idleSeconds ?? null }),
      ...(opening.audience === 'staff' && { PasskeyId: opening.passkeyId }),
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
