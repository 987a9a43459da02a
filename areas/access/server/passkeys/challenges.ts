import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Ctx } from '#kit/server/ctx.ts'
import { PASSKEY_SECONDS } from '../../contract/passkeys.ts'

// Challenges of WebAuthn. A challenge is valid once, for five minutes, and only where it was requested:
// a sign-in in the browser that has the secret in a cookie, a new passkey in the session that asked for it.

/** The tolerated difference in seconds between the clocks of two servers. */
const CLOCKS_DIFFER_SECONDS = 60

export const createBrowserSecret = () => randomBytes(32).toString('base64url')

export const createChallenge = () => randomBytes(32)

/** Derives the challenge of a sign-in from the secret in the browser's cookie, so that no other browser can answer it. */
export const deriveSignInChallenge = (browserSecret: string) =>
  createHmac('sha256', browserSecret).update('passkey challenge').digest()

const hashChallenge = (challenge: Buffer) => createHash('sha256').update(challenge).digest()

type Purpose =
  | { Purpose: 'Sign in'; SessionId?: never; UserHandle?: never }
  | { Purpose: 'Add'; SessionId: number; UserHandle: Buffer }

export const storeChallenge = (ctx: Ctx, challenge: Buffer, purpose: Purpose) =>
  ctx.db
    .insertInto('PasskeyChallenge')
    .values({
      ChallengeHash: hashChallenge(challenge),
      ...purpose,
      CreatedAt: ctx.now,
      ExpiresAt: new Date(ctx.now.getTime() + PASSKEY_SECONDS * 1000),
    })
    .execute()

/** Uses up a challenge. Returns undefined if it is unknown, expired, used, or was requested by another session. */
export async function claimChallenge(ctx: Ctx, challenge: Buffer, { SessionId }: { SessionId: number | null }) {
  return (
    ctx.db
      .updateTable('PasskeyChallenge')
      .set({ UsedAt: ctx.now })
      .where('ChallengeHash', '=', hashChallenge(challenge))
      .where('SessionId', SessionId === null ? 'is' : '=', SessionId)
      .where('UsedAt', 'is', null)
      .where('ExpiresAt', '>', ctx.now.toISOString())
      // An expiry later than possible means that the clock was set back, so the age of the challenge is unknown.
      .where(
        'ExpiresAt',
        '<=',
        new Date(ctx.now.getTime() + (PASSKEY_SECONDS + CLOCKS_DIFFER_SECONDS) * 1000).toISOString(),
      )
      .returning('UserHandle')
      .executeTakeFirst()
  )
}
