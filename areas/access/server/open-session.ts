import type { Ctx } from '#kit/server/ctx.ts'
import { hashOfToken, newLabel, newToken } from './tokens.ts'

type Opening = { audience: 'staff' | 'system'; userId: number; seconds: number }

/** A new session; its token is known to nobody but the answer. */
export async function openSession(ctx: Ctx, { audience, userId, seconds }: Opening) {
  const token = newToken()
  const label = newLabel(ctx.now)
  const { SessionId } = await ctx.db
    .insertInto('Session')
    .values({
      TokenHash: hashOfToken(token)!,
      Audience: audience,
      UserId: userId,
      Label: label,
      SourceIP: ctx.sourceIP,
      UserAgent: ctx.userAgent,
      CreatedAt: ctx.now,
      LastSeenAt: ctx.now,
      ExpiresAt: new Date(ctx.now.getTime() + seconds * 1000),
    })
    .returning('SessionId')
    .executeTakeFirstOrThrow()
  return { token, label, sessionId: SessionId }
}
