import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, text } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { Password } from './passwords.ts'
import { SignedIn } from './user-info.ts'

// Passkeys (WebAuthn). A passkey is a key in a device that the user unlocks by fingerprint, face or PIN.
// Signing in with a passkey therefore proves two factors and needs neither user name nor password nor code.

/** The seconds within which the browser must answer a challenge. */
export const PASSKEY_SECONDS = 5 * 60
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 50

export const passkeyRefusals = {
  wrongPasskey: refusal(
    401,
    'access.wrong_passkey',
    'This passkey cannot be used here. Sign in with your user name and password',
  ),
  challengeExpired: refusal(401, 'access.passkey_expired', 'The request has expired. Try again'),
  signInWithPasskey: refusal(401, 'access.use_passkey', 'Your account approves requests. Sign in with your passkey'),
  passkeyRequired: refusal(403, 'access.passkey_required', 'Your account approves requests. Add a passkey first'),
  passkeyInvalid: refusal(409, 'access.passkey_invalid', 'The passkey could not be added. Try again'),
  addExpired: refusal(409, 'access.passkey_add_expired', 'The set-up has expired. Start it again'),
  signInAgain: refusal(409, 'access.passkey_sign_in_again', 'Sign in again, then add the passkey within 10 minutes'),
  tooManyPasskeys: refusal(409, 'access.too_many_passkeys', 'You can have at most {Count} passkeys. Remove one first'),
  passkeyTaken: refusal(409, 'access.passkey_taken', 'This passkey has already been added'),
  passkeyNotFound: refusal(404, 'access.passkey_not_found', 'Record not found'),
  noPasskeysHere: refusal(
    409,
    'access.no_passkeys_here',
    'Passkeys need a server with a host name and https. Ask your operator to set PUBLIC_URL',
  ),
}

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)
const credentialId = bytes(1400)
const publicKey = z.literal('public-key')

const Descriptor = z.strictObject({ id: z.string(), type: publicKey, transports: z.array(z.string()).optional() })

/** The options of `navigator.credentials.get`, in the JSON form of WebAuthn. */
const SignInOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** The options of `navigator.credentials.create`, in the JSON form of WebAuthn. */
const AddOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  // Sent by browsers and ignored: the server requests no extension.
  clientExtensionResults: z.record(z.string().max(50), z.unknown()).default({}),
}

/** The browser's answer to a sign-in challenge. */
const SignInResponse = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(100).optional(),
  }),
})

/** The browser's answer with a new credential. The server reads only clientDataJSON, attestationObject and transports. */
const AddResponse = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    authenticatorData: bytes(8000).optional(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,30}$/))
      .max(10)
      .default([]),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: bytes(4000).optional(),
  }),
})

export const Passkey = z.strictObject({
  PasskeyId: Id,
  Name: z.string(),
  CreatedAt: Instant,
  LastUsedAt: Instant.nullable(),
  /** `Y` if the passkey is synchronised between devices of its owner, `N` if it stays in one device. */
  SyncedYN: z.enum(['Y', 'N']),
})
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = text(PASSKEY_NAME_MAX)

export const startPasskeySignIn = change({
  path: '/auth/passkeys/sign-in/start',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Returns a challenge for a sign-in with a passkey, for this browser and five minutes',
  body: z.strictObject({}),
  reply: z.strictObject({ Options: SignInOptions }),
})

export const finishPasskeySignIn = change({
  path: '/auth/passkeys/sign-in/finish',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Opens a session for the signed challenge of a passkey, without user name, password or code',
  body: z.strictObject({ Response: SignInResponse }),
  reply: SignedIn,
})

export const listOwnPasskeys = read({
  path: '/auth/passkeys/find-own',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['passkey'],
  summary: 'Lists your passkeys',
  body: pageQuery({}, { rows: PASSKEYS_MAX, sort: ['CreatedAt', 'LastUsedAt', 'Name'] }),
  reply: pageReply(Passkey),
})

export const startAddingPasskey = change({
  path: '/auth/passkeys/add/start',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: [],
  summary: 'Returns the options for a new passkey after your password; an account without one signs in again instead',
  body: z.strictObject({ CurrentPassword: Password.optional() }),
  reply: z.strictObject({ Options: AddOptions }),
})

export const finishAddingPasskey = change({
  path: '/auth/passkeys/add/finish',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['passkey', 'session'],
  summary: 'Stores the new passkey and tells you by e-mail',
  status: 201,
  body: z.strictObject({ Name: PasskeyName, Response: AddResponse }),
  reply: Passkey,
})

export const renamePasskey = change({
  path: '/auth/passkeys/rename',
  access: 'staff',
  scope: namedRows(row('passkey', 'PasskeyId', 'own account')),
  summary: 'Renames one of your passkeys',
  body: z.strictObject({ PasskeyId: Id, Name: PasskeyName }),
  reply: Passkey,
})

export const removePasskey = change({
  path: '/auth/passkeys/remove',
  access: 'staff',
  scope: namedRows(row('passkey', 'PasskeyId', 'own account')),
  summary: 'Removes one of your passkeys after your password, and ends the other sessions that it opened',
  body: z.strictObject({ PasskeyId: Id, CurrentPassword: Password.optional() }),
  reply: z.strictObject({ PasskeyId: Id }),
})

export const listPasskeysOfUser = read({
  path: '/users/passkeys/find-all',
  access: { role: 'User Roles' },
  scope: namedRows(row('account', 'UserId', 'HQ')),
  about: ['passkey'],
  summary: 'Lists the passkeys of a member of staff',
  body: z.strictObject({ UserId: Id }),
  reply: pageReply(Passkey),
})

export const removePasskeyOfUser = change({
  path: '/users/passkeys/remove',
  access: { role: 'User Roles' },
  scope: namedRows(row('passkey', 'PasskeyId', 'HQ')),
  summary: 'Removes a lost passkey of a colleague, ends the sessions that it opened and tells the colleague by e-mail',
  body: z.strictObject({ PasskeyId: Id }),
  reply: z.strictObject({ PasskeyId: Id }),
})

/** The calls that an approver without a passkey can make, while the setting access.passkeyForApprovers is on. */
export const callsWithoutPasskey: ReadonlySet<string> = new Set([
  '/auth/profile',
  '/auth/sign-out',
  '/auth/authenticator',
  '/auth/passkeys/add/start',
  '/auth/passkeys/add/finish',
])
