import { randomBytes } from 'node:crypto'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type finishAddingPasskey as finishContract,
  PASSKEY_SECONDS,
  PASSKEYS_MAX,
  passkeyRefusals as refusals,
  type startAddingPasskey as startContract,
} from '../../contract/passkeys.ts'
import { notifyAccount } from '../account-messages.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { passkeyAddedMail } from '../mails.ts'
import { claimChallenge, createChallenge, storeChallenge } from './challenges.ts'
import { getPasskey } from './own-passkeys.ts'
import { requirePasskeySite } from './passkey-site.ts'
import { verifyOwner } from './verify-owner.ts'

const SITE_NAME = 'Carat'
/** ES256, EdDSA and RS256 in the numbers of COSE. */
const ALGORITHMS = [-7, -8, -257]

/** Returns the options for a new passkey. All passkeys of an account have one handle, which authenticators store. */
export async function startAddingPasskey(ctx: Ctx, { CurrentPassword }: Input<typeof startContract>) {
  const { rpId } = requirePasskeySite(ctx)
  const owner = await verifyOwner(ctx, CurrentPassword)
  const passkeys = await lockPasskeys(ctx, owner.UserId)
  const challenge = createChallenge()
  const userHandle = passkeys[0]?.UserHandle ?? randomBytes(32)
  await storeChallenge(ctx, challenge, { Purpose: 'Add', SessionId: ctx.actor.sessionId!, UserHandle: userHandle })
  const options = await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: rpId,
    userID: new Uint8Array(userHandle),
    userName: owner.Username,
    userDisplayName: owner.FullName,
    challenge: new Uint8Array(challenge),
    timeout: PASSKEY_SECONDS * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return {
    Options: {
      challenge: options.challenge,
      rp: { id: rpId, name: SITE_NAME },
      user: options.user,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: PASSKEY_SECONDS * 1000,
      attestation: 'none' as const,
      excludeCredentials: passkeys.map(({ CredentialId, Transports }) => ({
        id: CredentialId.toString('base64url'),
        type: 'public-key' as const,
        transports: Transports,
      })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
    },
  }
}

/** Stores the new passkey. The session counts as signed in with it, because the user has just unlocked it. */
export async function finishAddingPasskey(ctx: Ctx, { Name, Response }: Input<typeof finishContract>) {
  const UserId = ctx.actor.userId!
  const challenge = challengeOf(Response.response.clientDataJSON)
  const claimed = challenge && (await claimChallenge(ctx, challenge, { SessionId: ctx.actor.sessionId! }))
  if (!claimed?.UserHandle) throw refusals.addExpired()
  await lockPasskeys(ctx, UserId)
  const info = await verifyNewPasskey(ctx, challenge!, Response)
  if (!info) throw refusals.passkeyInvalid().keepingWrites()

  const added = await ctx.db
    .insertInto('Passkey')
    .values({
      UserId,
      Name,
      CredentialId: Buffer.from(info.credential.id, 'base64url'),
      PublicKey: Buffer.from(info.credential.publicKey),
      UserHandle: claimed.UserHandle,
      SignCount: info.credential.counter,
      Transports: Response.response.transports,
      BackupEligible: info.credentialDeviceType === 'multiDevice',
      BackedUp: info.credentialBackedUp,
      Aaguid: info.aaguid,
      CreatedAt: ctx.now,
    })
    .onConflict((oc) => oc.column('CredentialId').doNothing())
    .returning('PasskeyId')
    .executeTakeFirst()
  if (!added) throw refusals.passkeyTaken().keepingWrites()
  const { PasskeyId } = added
  await ctx.db
    .updateTable('Session')
    .set({ PasskeyId: sql`coalesce(passkey_id, ${PasskeyId})` })
    .where('SessionId', '=', ctx.actor.sessionId!)
    .execute()

  await notifyAccount(ctx, UserId, passkeyAddedMail, { name: Name })
  await recordLoginActivity(ctx, UserId, 'Passkey added')
  ctx.audit('Add Passkey', 'UserAccount', UserId, `Add Passkey. PasskeyId - ${PasskeyId}`)
  return getPasskey(ctx, PasskeyId)
}

/** Locks the account, so that concurrent requests cannot exceed the maximum, and returns its passkeys. */
async function lockPasskeys(ctx: Ctx, UserId: number) {
  await ctx.db.selectFrom('UserAccount').select('UserId').where('UserId', '=', UserId).forUpdate().execute()
  const passkeys = await ctx.db
    .selectFrom('Passkey')
    .select(['CredentialId', 'UserHandle', 'Transports'])
    .where('UserId', '=', UserId)
    .orderBy('PasskeyId')
    .execute()
  if (passkeys.length >= PASSKEYS_MAX) throw refusals.tooManyPasskeys({ Count: PASSKEYS_MAX })
  return passkeys
}

/** Returns the challenge that the browser says it has signed; undefined if the data is malformed. */
function challengeOf(clientDataJSON: string): Buffer | undefined {
  try {
    return Buffer.from(decodeClientDataJSON(clientDataJSON).challenge, 'base64url')
  } catch {
    return undefined
  }
}

/** Checks origin, relying party, challenge and user verification of a new passkey. Returns undefined for every failure. */
async function verifyNewPasskey(ctx: Ctx, challenge: Buffer, { id, rawId, type, response }: NewPasskey) {
  const { rpId, origin } = requirePasskeySite(ctx)
  const result = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined) // The library throws for every response that does not match.
  return result?.verified ? result.registrationInfo : undefined
}

type NewPasskey = Input<typeof finishContract>['Response']
