import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/passwords.ts'
import { sessionEndReasons } from '../end-reasons.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { createSession, sessionCookieName } from '../open-session.ts'
import { verifyOwnPassword } from './prove-password.ts'
import { setPassword, validatePassword } from './set-password.ts'

/** Changes the password and ends all other sessions. The calling session gets a new token and keeps its end time. */
export async function changePassword(
  ctx: Ctx,
  { CurrentPassword, NewPassword }: Input<typeof contract.changePassword>,
) {
  const account = await verifyOwnPassword(ctx, CurrentPassword)
  await validatePassword(ctx, account, NewPassword)
  const { UserId } = account
  const { ExpiresAt, PasskeyId } = await ctx.db
    .selectFrom('Session')
    .select(['ExpiresAt', 'PasskeyId'])
    .where('SessionId', '=', ctx.actor.sessionId!)
    .executeTakeFirstOrThrow()

  const ended = await setPassword(ctx, account, NewPassword, sessionEndReasons.passwordChanged)
  const seconds = Math.max(1, Math.round((Date.parse(ExpiresAt) - ctx.now.getTime()) / 1000))
  const { token, label } = await createSession(ctx, {
    audience: 'staff',
    userId: UserId,
    seconds,
    passkeyId: PasskeyId,
  })
  if (ctx.web) ctx.reply.setCookie(sessionCookieName(ctx.services.publicUrl), token, seconds)

  await recordLoginActivity(ctx, UserId, 'Password changed', label)
  ctx.audit('Change Password', 'UserAccount', UserId)
  return { access_token: ctx.web ? 'cookie' : token, SessionsEnded: ended - 1 }
}
