import type { Ctx } from '#kit/server/ctx.ts'
import { type Answer, providerRefusals, providerTitles } from '../../contract.ts'
import { sessionEndReasons } from '../end-reasons.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { endSession } from '../sessions/end-sessions.ts'
import {
  browserSecretCookieName,
  hashProviderState,
  matchesBrowserSecret,
  type ProviderSignInPurpose,
} from './browser-secret.ts'

/**
 * Claims a provider's response for the browser that began the round trip. Only the first of several claims succeeds.
 * A response that this browser did not request is refused before any part of it is used.
 */
export async function claimProviderResponse(
  ctx: Ctx,
  secret: string | undefined,
  purpose: ProviderSignInPurpose,
  answer: Answer,
) {
  const { State = '', Code, Error: declined } = answer
  const key = hashProviderState(State)
  if (!secret || !matchesBrowserSecret(secret, purpose, State)) {
    await endReplayed(ctx, key)
    throw providerRefusals.notStartedHere().keepingWrites()
  }
  const claimed = await ctx.db
    .updateTable('ProviderSignIn')
    .set({ ClaimedAt: ctx.now })
    .where('StateHash', '=', key)
    .where('ClaimedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .returning(['Provider', 'ReturnTo', 'UserId'])
    .executeTakeFirst()
  if (!claimed) throw (await endReplayed(ctx, key)).keepingWrites()
  ctx.reply.clearCookie(browserSecretCookieName(ctx.services.publicUrl))
  if (declined || !Code) {
    await recordLoginActivity(
      ctx,
      claimed.UserId,
      `Sign-in through ${providerTitles[claimed.Provider]} was cancelled or turned down`,
    )
    throw providerRefusals.declined().keepingWrites()
  }
  return { ...claimed, key, secret, code: Code }
}

/** Ends the session that a provider's response opened if the response is sent again, because one sender is an attacker. */
async function endReplayed(ctx: Ctx, key: Buffer) {
  const earlier = await ctx.db
    .selectFrom('ProviderSignIn')
    .leftJoin('Session', 'Session.SessionId', 'ProviderSignIn.SessionId')
    .select(['ClaimedAt', 'FinishedAt', 'Session.SessionId', 'Session.UserId', 'Label', 'EndedAt'])
    .where('StateHash', '=', key)
    .executeTakeFirst()
  if (!earlier?.ClaimedAt) return providerRefusals.expired()
  // A response that was sent before the first one was finished is concurrent and no replay.
  const isReplay = earlier.FinishedAt !== null && Date.parse(earlier.FinishedAt) < ctx.now.getTime()
  if (isReplay && earlier.SessionId !== null && earlier.EndedAt === null) {
    await endSession(ctx, earlier.SessionId, sessionEndReasons.replayed)
    await recordLoginActivity(
      ctx,
      earlier.UserId,
      'Sign-in was used a second time, its session was ended',
      earlier.Label,
    )
  }
  return providerRefusals.used()
}
