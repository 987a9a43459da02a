import type { Ctx } from '#kit/server/ctx.ts'
import { sessionEndReasons } from './end-reasons.ts'
import { loginActivityFields, recordLoginActivity } from './login-activity.ts'
import { sessionCookieName } from './open-session.ts'
import { endSession } from './sessions/end-sessions.ts'

/** Ends the session and returns its login activities, newest first, for the logout page. */
export async function signOut(ctx: Ctx) {
  const { sessionId, sessionLabel, userId } = ctx.actor
  await endSession(ctx, sessionId!, sessionEndReasons.signedOut)
  await recordLoginActivity(ctx, userId, 'Signed out')

  const login_activities = await ctx.db
    .selectFrom('LoginActivity')
    .select(loginActivityFields)
    .where('SessionId', '=', sessionLabel)
    .orderBy('ActivityDateTime', 'desc')
    .orderBy('LoginActivityId', 'desc')
    .limit(1000)
    .execute()
  if (ctx.web) {
    ctx.reply.clearCookie(sessionCookieName(ctx.services.publicUrl))
    // Clears the data that the browser stored for this site, including pages that the back button would show.
    ctx.reply.header('clear-site-data', '"cache", "storage"')
  }
  return { signed_out_at: ctx.now.toISOString(), login_activities }
}
