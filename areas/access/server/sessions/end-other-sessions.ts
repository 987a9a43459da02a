import type { Ctx } from '#kit/server/ctx.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { endings, endSessionsOf } from '../session-endings.ts'

export async function endOtherSessions(ctx: Ctx) {
  const { userId, sessionId } = ctx.actor
  const ended = await endSessionsOf(ctx, userId!, endings.elsewhere, { but: sessionId })
  for (const { Label } of ended) await recordLoginActivity(ctx, userId, 'Signed out from another device', Label)
  ctx.audit('End Other Sessions', 'UserAccount', userId!, `End Other Sessions. ${ended.length}`)
  return { SessionsEnded: ended.length }
}
