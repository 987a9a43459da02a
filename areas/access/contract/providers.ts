import { z } from 'zod'
import { ProviderName } from '#areas/setup/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, PersonName, text } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { Password } from './passwords.ts'
import { UserInfo } from './user-info.ts'

// Signing in through single sign-on, Google or Facebook. A person is known by issuer and subject alone; an account is
// linked by its owner, by themselves or at an administrator's request, never by an e-mail address that happens to be the same.

/** As activities and messages name them. */
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

/** Where the browser goes next. */
const Onward = z.strictObject({ Location: z.string() })

export const startProviderSignIn = change({
  path: '/auth/providers/start',
  access: 'public',
  scope: noRow('nobody'),
  about: [],
  summary: 'Begins a sign-in through a provider: answers the address to go to and binds the rest to this browser',
  body: z.strictObject({ Provider: ProviderName, From: Address.optional() }),
  reply: Onward,
})

/** What a provider says in the address that it sends the browser back to. */
const Answer = z.strictObject({
  State: z.string().max(200).default(''),
  Code: z.string().max(4000).optional(),
  /** The issuer as the answer names it (RFC 9207). */
  Iss: Address.optional(),
  /** Why there is no code. */
  Error: z.string().max(200).optional(),
  /** Some addresses carry it. Who somebody is says the provider's signed answer alone, so it is ignored. */
  RedirectedUserId: z.union([z.string().max(200), z.number()]).optional(),
})
export type Answer = z.input<typeof Answer>

export const ssoSignIn = change({
  path: '/auth/sso/sign-in',
  access: 'public',
  scope: noRow('nobody'),
  about: [],
  summary: 'Exchanges the code of a provider for a session, once and only in the browser that began',
  body: Answer,
  reply: z.strictObject({
    access_token: z.string(),
    customer_id: Id.nullable(),
    user_info: UserInfo,
    expires_in: z.int(),
    /** The page that was asked for when the sign-in began. */
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
  scope: noRow('own account'),
  about: ['identity'],
  summary: 'The identities that open your own account',
  body: pageQuery({}, { rows: 10, ...sorting }),
  reply: pageOf(Identity),
})

export const startLink = change({
  path: '/auth/identities/start',
  access: 'staff',
  scope: noRow('own account'),
  about: [],
  summary: 'Begins to link your account: answers the address of the provider to go to',
  // A session that was left open must not be enough to leave a way in behind.
  body: z.strictObject({
    Provider: ProviderName,
    CurrentPassword: Password,
    From: Address.optional(),
  }),
  reply: Onward,
})

export const finishLink = change({
  path: '/auth/identities/finish',
  access: 'staff',
  scope: noRow('own account'),
  about: ['identity'],
  summary: 'Links your account with the identity that the provider has proved',
  body: Answer,
  reply: z.strictObject({ IdentityId: Id, From: z.string() }),
})

export const unlinkOwnIdentity = change({
  path: '/auth/identities/unlink',
  access: 'staff',
  scope: rows(row('identity', 'IdentityId', 'own account')),
  summary: 'Takes an identity off your own account',
  body: z.strictObject({ IdentityId: Id, CurrentPassword: Password }),
  reply: z.strictObject({ IdentityId: Id }),
})

const administrator = { role: 'User Roles' } as const

export const listIdentities = read({
  path: '/identities/find-all',
  access: administrator,
  scope: noRow('HQ'),
  about: ['identity'],
  summary: 'Which accounts are linked with whom at a provider',
  body: pageQuery({ UserId: Id, Username: filterText, Provider: ProviderName }, { rows: 20, ...sorting }),
  reply: pageOf(Identity),
})

/** How long the owner of an account has to answer a request. */
export const REQUEST_SECONDS = 24 * 3600

export const addIdentity = change({
  path: '/identities/add',
  access: administrator,
  scope: rows(row('account', 'UserId', 'HQ')),
  about: ['identity'],
  summary: 'Asks the owner of an account by mail to link it with a subject at a provider; it counts once they confirm',
  status: 201,
  body: z.strictObject({ UserId: Id, Provider: ProviderName, Subject: text(255) }),
  reply: z.strictObject({
    RequestId: Id,
    /** Where the request went, masked. */
    SentTo: z.string(),
    ExpiresIn: z.int(),
  }),
})

const Token = z.string().max(64)

export const getIdentityRequest = read({
  path: '/identities/requests/find-one',
  access: 'public',
  scope: noRow('nobody'),
  summary: 'What the owner of an account is asked to confirm, by the link of the message',
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
  scope: noRow('nobody'),
  about: [],
  summary: 'The owner says yes: from now on the subject opens the account',
  body: z.strictObject({ Token }),
  reply: z.strictObject({ Username: z.string(), Provider: ProviderName }),
})

export const declineIdentity = change({
  path: '/identities/requests/decline',
  access: 'public',
  scope: noRow('nobody'),
  about: [],
  summary: 'The owner says no: nothing is linked, and the person who asked is notified',
  body: z.strictObject({ Token }),
  reply: z.strictObject({ Username: z.string() }),
})

export const removeIdentity = change({
  path: '/identities/delete',
  access: administrator,
  scope: rows(row('identity', 'IdentityId', 'HQ')),
  summary: 'Takes an identity off somebody else’s account at once; its owner is notified',
  body: z.strictObject({ IdentityId: Id }),
  reply: z.strictObject({ IdentityId: Id }),
})
