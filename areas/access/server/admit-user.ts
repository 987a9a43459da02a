import type { Ctx } from '#kit/server/ctx.ts'
import { passkeyRefusals } from '../contract/passkeys.ts'
import { sessionEndReasons } from './end-reasons.ts'
import { recordLoginActivity } from './login-activity.ts'
import { createSession, readSessionPolicy, sessionCookieName } from './open-session.ts'
import { readPasskeyDuty } from './passkeys/passkey-duty.ts'
import { endSession } from './sessions/end-sessions.ts'
import { readUserInfo } from './user-info.ts'

/**
 * Opens a session for a user whose identity is proved.
 * Returns undefined if the account or its staff member was disabled since the sign-in began.
 * Throws if the user must sign in with a passkey, and `passkeyId` names none.
 */
export async function openUserSession(ctx: Ctx, userId: number, description: string, passkeyId: number | null = null) {
  const account = await ctx.db
    .updateTable('UserAccount')
    .from('Staff')
    .set({ LastSignInAt: ctx.now })
    .whereRef('Staff.StaffId', '=', 'UserAccount.StaffId')
    .where('UserId', '=', userId)
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .returning('UserId')
    .executeTakeFirst()
  if (!account) return undefined
  if ((await readPasskeyDuty(ctx, userId, passkeyId)) === 'use') {
    await recordLoginActivity(ctx, userId, 'Sign-in refused: the account needs its passkey')
    throw passkeyRefusals.signInWithPasskey().keepingWrites()
  }

  // A sign-in ends the session of the browser's previous user.
  if (ctx.web && ctx.actor.sessionId !== null)
    await endSession(ctx, ctx.actor.sessionId, sessionEndReasons.signedInAgain)
  const { longestSeconds: seconds } = await readSessionPolicy(ctx)
  const { token, label, sessionId } = await createSession(ctx, { audience: 'staff', userId, seconds, passkeyId })
  await recordLoginActivity(ctx, userId, description, label)
  if (ctx.web) ctx.reply.setCookie(sessionCookieName(ctx.services.publicUrl), token, seconds)
  const signedIn = {
    access_token: ctx.web ? 'cookie' : token,
    customer_id: null,
    user_info: await readUserInfo(ctx, userId),
    expires_in: seconds,
  }
  return { sessionId, signedIn }
}
