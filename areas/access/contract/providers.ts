import { z } from 'zod'
import { ProviderName } from '#areas/setup/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, PersonName, text } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { Password } from './passwords.ts'
import { UserInfo } from './user-info.ts'

// Sign-in through single sign-on, Google or Facebook. Issuer and subject alone identify a user.
// Only the owner of an account can link it, directly or by confirming an administrator's request.
// An e-mail address at the provider that equals that of an account links nothing.

/** Provider names in login activities and messages. */
export const providerTitles = { sso: 'SSO', google: 'Google', facebook: 'Facebook' } as const satisfies Record<
  ProviderName,
  string
>

export const providerRefusals = {
  notConfigured: refusal(404, 'access.provider_not_configured', 'This way to sign in is not set up'),
  notStartedHere: refusal(
    401,
    'access.provider_not_started',
    'This sign-in was not started in this browser. Start again',
  ),
  expired: refusal(401, 'access.provider_expired', 'This sign-in took too long. Start again'),
  used: refusal(401, 'access.provider_used', 'This sign-in has already been used. Start again'),
  declined: refusal(401, 'access.provider_declined', 'The sign-in was cancelled or the provider refused it'),
  unproven: refusal(401, 'access.provider_unproven', 'The provider’s reply could not be verified'),
  away: refusal(503, 'access.provider_away', 'The provider is not responding. Try again'),
  identityUnknown: refusal(
    403,
    'access.identity_unknown',
    'No account here is linked to this identity. Sign in with your password and link it, or ask your administrator',
  ),
  accountClosed: refusal(403, 'access.account_closed', 'This account is disabled. Ask your administrator'),
  identityTaken: refusal(409, 'access.identity_taken', 'This identity is already linked to another account'),
  ownIdentity: refusal(
    409,
    'access.own_identity',
    'Your own account is linked and unlinked on your own security page, with your password',
  ),
  requestExpired: refusal(
    409,
    'access.request_expired',
    'This request has expired or has already been answered. Make a new one',
  ),
  identityNotFound: refusal(404, 'access.identity_not_found', 'Record not found'),
}

const Address = z.string().max(2000)

/** The URL that the browser must open next. */
const Onward = z.strictObject({ Location: z.string() })

export const startProviderSignIn = change({
  path: '/auth/providers/start',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Begins a sign-in through a provider: returns the address to open and binds the round trip to this browser',
  body: z.strictObject({ Provider: ProviderName, From: Address.optional() }),
  reply: Onward,
})

/** The query parameters with which a provider redirects the browser back. */
const Answer = z.strictObject({
  State: z.string().max(200).default(''),
  Code: z.string().max(4000).optional(),
  /** The issuer that the response names (RFC 9207). */
  Iss: Address.optional(),
  /** The provider's error code, which replaces the authorization code. */
  Error: z.string().max(200).optional(),
  /** Some providers send this id. It is ignored, because only the provider's signed response identifies the user. */
  RedirectedUserId: z.union([z.string().max(200), z.number()]).optional(),
})
export type Answer = z.input<typeof Answer>

export const ssoSignIn = change({
  path: '/auth/sso/sign-in',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Exchanges the code of a provider for a session, once and only in the browser that began',
  body: Answer,
  reply: z.strictObject({
    access_token: z.string(),
    customer_id: Id.nullable(),
    user_info: UserInfo,
    expires_in: z.int(),
    /** The page that the user wanted to open when the sign-in began. */
    From: z.string(),
  }),
})

/** An account's identity at a provider. */
export const Identity = z.strictObject({
  IdentityId: Id,
  UserId: Id,
  Username: z.string(),
  FullName: PersonName.nullable(),
  Provider: ProviderName,
  Issuer: z.string(),
  Subject: z.string(),
  LinkedAt: Instant,
  LastUsedAt: Instant.nullable(),
})
export type Identity = z.infer<typeof Identity>

const sorting = { sort: ['LinkedAt', 'Username', 'LastUsedAt'], direction: 'DESC' } as const

export const listOwnIdentities = read({
  path: '/auth/identities/find-own',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['identity'],
  summary: 'Lists the identities linked with your account',
  body: pageQuery({}, { rows: 10, ...sorting }),
  reply: pageReply(Identity),
})

export const startIdentityLink = change({
  path: '/auth/identities/start',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: [],
  summary: 'Begins to link your account and returns the address of the provider to open',
  // The password is required, because an unattended session must not suffice to add a way to sign in.
  body: z.strictObject({
    Provider: ProviderName,
    CurrentPassword: Password,
    From: Address.optional(),
  }),
  reply: Onward,
})

export const finishIdentityLink = change({
  path: '/auth/identities/finish',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['identity'],
  summary: 'Links your account with the identity that the provider has proved',
  body: Answer,
  reply: z.strictObject({ IdentityId: Id, From: z.string() }),
})

export const unlinkOwnIdentity = change({
  path: '/auth/identities/unlink',
  access: 'staff',
  scope: namedRows(row('identity', 'IdentityId', 'own account')),
  summary: 'Removes an identity from your account',
  body: z.strictObject({ IdentityId: Id, CurrentPassword: Password }),
  reply: z.strictObject({ IdentityId: Id }),
})

const administrator = { role: 'User Roles' } as const

export const listIdentities = read({
  path: '/identities/find-all',
  access: administrator,
  scope: unnamedRows('HQ'),
  about: ['identity'],
  summary: 'Lists the linked identities of all accounts',
  body: pageQuery({ UserId: Id, Username: filterText, Provider: ProviderName }, { rows: 20, ...sorting }),
  reply: pageReply(Identity),
})

/** The time in seconds in which the owner of an account can confirm or decline a request to link an identity. */
export const IDENTITY_REQUEST_SECONDS = 24 * 3600

export const addIdentity = change({
  path: '/identities/add',
  access: administrator,
  scope: namedRows(row('account', 'UserId', 'HQ')),
  about: ['identity'],
  summary:
    'Asks the owner of an account by e-mail to link it with a subject at a provider; takes effect once they confirm',
  status: 201,
  body: z.strictObject({ UserId: Id, Provider: ProviderName, Subject: text(255) }),
  reply: z.strictObject({
    RequestId: Id,
    /** The masked address to which the request was sent. */
    SentTo: z.string(),
    ExpiresIn: z.int(),
  }),
})

const Token = z.string().max(64)

export const getIdentityRequest = read({
  path: '/identities/requests/find-one',
  access: 'public',
  scope: unnamedRows('public'),
  summary: 'Returns the identity that the owner of an account is asked to confirm, by the link of the message',
  body: z.strictObject({ Token }),
  reply: z.strictObject({
    Username: z.string(),
    Provider: ProviderName,
    Subject: z.string(),
    RequestedBy: z.string(),
    ExpiresAt: Instant,
  }),
})

export const confirmIdentity = change({
  path: '/identities/requests/confirm',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Confirms the identity as the account’s owner: from now on the subject opens the account',
  body: z.strictObject({ Token }),
  reply: z.strictObject({ Username: z.string(), Provider: ProviderName }),
})

export const declineIdentity = change({
  path: '/identities/requests/decline',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Declines the identity as the account’s owner: nothing is linked, and the requester is notified',
  body: z.strictObject({ Token }),
  reply: z.strictObject({ Username: z.string() }),
})

export const removeIdentity = change({
  path: '/identities/delete',
  access: administrator,
  scope: namedRows(row('identity', 'IdentityId', 'HQ')),
  summary: 'Removes an identity from another user’s account at once and notifies its owner',
  body: z.strictObject({ IdentityId: Id }),
  reply: z.strictObject({ IdentityId: Id }),
})
