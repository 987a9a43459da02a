import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { openUserSession } from './admit-user.ts'
import { consumeAuthenticatorCode } from './authenticator/authenticator-codes.ts'
import { consumeRecoveryCode } from './authenticator/recovery-codes.ts'
import { recordLoginActivity } from './login-activity.ts'
import { SIGN_IN_CODE_SECONDS_MAX } from './one-time-code.ts'
import { clearSignInAttempts, codeAttemptThrottle, countSignInAttempt, networkOfAddress } from './throttle.ts'
import { areHashesEqual, hashChallengeId, hashOneTimeCode } from './tokens.ts'

/** The tolerated difference in seconds between the clocks of two servers. */
const CLOCKS_DIFFER_SECONDS = 60

const wrong = {
  Email: 'Wrong one-time code',
  Authenticator: 'Wrong authenticator code',
  Recovery: 'Wrong recovery code',
}
const signedIn = {
  Email: 'Signed in',
  Authenticator: 'Signed in with an authenticator code',
  Recovery: 'Signed in with a recovery code',
}

/** Exchanges the right one-time code for a session, once. */
export async function verifySignIn(ctx: Ctx, { ChallengeId, Code, Method }: Input<typeof contract.verifySignIn>) {
  // Counts the attempt before the code is compared, and keeps the challenge locked.
  // Of any number of concurrent attempts, at most `AttemptsMost` are compared and at most one succeeds.
  const challenge = await ctx.db
    .updateTable('SignInChallenge')
    .set({ Attempts: sql`attempts + 1` })
    .where('ChallengeId', '=', hashChallengeId(ChallengeId))
    .where('UsedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    // An expiry later than possible means that the clock was set back, so the age of the code is unknown.
    .where(
      'ExpiresAt',
      '<=',
      new Date(ctx.now.getTime() + (SIGN_IN_CODE_SECONDS_MAX + CLOCKS_DIFFER_SECONDS) * 1000).toISOString(),
    )
    .whereRef('Attempts', '<', 'AttemptsMost')
    .returning(['UserId', 'CodeHash'])
    .executeTakeFirst()
  if (!challenge?.UserId) throw contract.accessRefusals.codeExpired()
  const { UserId } = challenge
  const key = `code ${UserId} ${networkOfAddress(ctx.sourceIP)}`
  await countSignInAttempt(ctx, key, codeAttemptThrottle)
  const isRight = {
    Email: async (code: string) =>
      challenge.CodeHash !== null && areHashesEqual(hashOneTimeCode(ChallengeId, code), challenge.CodeHash),
    Authenticator: (code: string) => consumeAuthenticatorCode(ctx, UserId, code),
    Recovery: (code: string) => consumeRecoveryCode(ctx, UserId, code),
  }[Method]
  if (!(await isRight(Code.replace(/\s/g, '')))) {
    await recordLoginActivity(ctx, UserId, wrong[Method])
    throw contract.accessRefusals.wrongCode().keepingWrites()
  }
  const admitted = await openUserSession(ctx, UserId, signedIn[Method])
  if (!admitted) throw contract.accessRefusals.codeExpired()
  await ctx.db
    .updateTable('SignInChallenge')
    .set({ UsedAt: ctx.now })
    .where('ChallengeId', '=', hashChallengeId(ChallengeId))
    .execute()
  await clearSignInAttempts(ctx, key)
  return admitted.signedIn
}
