import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import {
  type finishPasskeySignIn as contract,
  PASSKEY_SECONDS,
  passkeyRefusals as refusals,
} from '../../contract/passkeys.ts'
import { accessRefusals } from '../../contract.ts'
import { openUserSession } from '../admit-user.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { passkeyCookieName } from '../open-session.ts'
import { tryCountWithinRateLimit, undoRateLimitCount } from '../sends.ts'
import {
  assertSignInAttemptAllowed,
  clearSignInAttempts,
  countSignInAttempt,
  networkOfAddress,
  passwordAttemptThrottle,
  signInAttemptThrottlePerAddress,
} from '../throttle.ts'
import { areHashesEqual } from '../tokens.ts'
import { claimChallenge, createBrowserSecret, deriveSignInChallenge, storeChallenge } from './challenges.ts'
import { requirePasskeySite } from './passkey-site.ts'

/** The number of sign-ins that one network can begin and leave unfinished. */
const UNFINISHED_PER_NETWORK = { most: 100, seconds: 3600 }
const unfinishedKey = (ctx: Ctx) => `passkey sign-in ${networkOfAddress(ctx.sourceIP)}`

/** Returns a challenge that only this browser can answer, and that any passkey of this site can sign. */
export async function startPasskeySignIn(ctx: Ctx) {
  const { rpId } = requirePasskeySite(ctx)
  const wait = await tryCountWithinRateLimit(ctx, unfinishedKey(ctx), UNFINISHED_PER_NETWORK)
  if (wait > 0) throw accessRefusals.tooManyTries({ seconds: wait }).retryIn(wait)
  const secret = createBrowserSecret()
  const challenge = deriveSignInChallenge(secret)
  await storeChallenge(ctx, challenge, { Purpose: 'Sign in' })
  ctx.reply.setCookie(passkeyCookieName(ctx.services.publicUrl), secret, PASSKEY_SECONDS)
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(challenge),
    timeout: PASSKEY_SECONDS * 1000,
    userVerification: 'required',
  })
  return {
    Options: {
      challenge: options.challenge,
      rpId,
      timeout: PASSKEY_SECONDS * 1000,
      userVerification: 'required' as const,
    },
  }
}

/** Opens a session for the right signature of this browser's challenge. The passkey tells who signs in. */
export function finishPasskeySignIn(call: MultiTransaction, { Response }: Input<typeof contract>) {
  const secret = call.cookie(passkeyCookieName(call.services.publicUrl))
  return call.step((ctx) => admit(ctx, secret, Response))
}

type SignInResponse = Input<typeof contract>['Response']

async function admit(ctx: Ctx, secret: string | undefined, response: SignInResponse) {
  // Passwords and passkeys share the counter of the network, so that one does not add attempts to the other.
  const addressKey = `password ${networkOfAddress(ctx.sourceIP)}`
  await assertSignInAttemptAllowed(ctx, addressKey, signInAttemptThrottlePerAddress)
  const challenge = secret === undefined ? undefined : deriveSignInChallenge(secret)
  if (!challenge || !(await claimChallenge(ctx, challenge, { SessionId: null }))) throw refusals.challengeExpired()

  const passkey = await ctx.db
    .selectFrom('Passkey')
    .select(['PasskeyId', 'UserId', 'CredentialId', 'PublicKey', 'UserHandle', 'SignCount'])
    .where('CredentialId', '=', Buffer.from(response.id, 'base64url'))
    .forUpdate()
    .executeTakeFirst()
  const accountKey = passkey && `passkey ${passkey.UserId} ${networkOfAddress(ctx.sourceIP)}`
  if (accountKey) await countSignInAttempt(ctx, accountKey, passwordAttemptThrottle)
  const proof = passkey && (await verifySignature(ctx, passkey, challenge, response))
  const admitted = proof && (await openUserSession(ctx, passkey.UserId, 'Signed in with a passkey', passkey.PasskeyId))
  if (!admitted) {
    await countSignInAttempt(ctx, addressKey, signInAttemptThrottlePerAddress)
    await recordLoginActivity(ctx, passkey?.UserId ?? null, proof ? 'Account not active' : 'Wrong passkey')
    throw refusals.wrongPasskey().keepingWrites()
  }
  await ctx.db
    .updateTable('Passkey')
    .set({ SignCount: proof.newCounter, BackedUp: proof.credentialBackedUp, LastUsedAt: ctx.now })
    .where('PasskeyId', '=', passkey.PasskeyId)
    .execute()
  await clearSignInAttempts(ctx, accountKey!)
  await undoRateLimitCount(ctx, unfinishedKey(ctx))
  ctx.reply.clearCookie(passkeyCookieName(ctx.services.publicUrl))
  return admitted.signedIn
}

type StoredPasskey = { CredentialId: Buffer; PublicKey: Buffer; UserHandle: Buffer; SignCount: number }

/**
 * Checks origin, relying party, challenge, user verification, signature and counter.
 * Returns undefined for every failure. A counter that does not increase means that the key was copied.
 */
async function verifySignature(ctx: Ctx, passkey: StoredPasskey, challenge: Buffer, response: SignInResponse) {
  const { rpId, origin } = requirePasskeySite(ctx)
  const { userHandle } = response.response
  if (!userHandle || !areHashesEqual(Buffer.from(userHandle, 'base64url'), passkey.UserHandle)) return undefined
  const { authenticatorAttachment: _, ...credential } = response
  const result = await verifyAuthenticationResponse({
    response: { ...credential, response: { ...response.response, userHandle }, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.CredentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.PublicKey),
      counter: passkey.SignCount,
    },
  }).catch(() => undefined) // The library throws for every response that does not match.
  return result?.verified ? result.authenticationInfo : undefined
}
