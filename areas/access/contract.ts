import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, oneTimeCodeInput, text } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { Password } from './contract/passwords.ts'

export * from './contract/passwords.ts'
export * from './contract/sessions.ts'

import { SignedIn, UserInfo } from './contract/user-info.ts'

export * from './contract/own-path.ts'
export * from './contract/passkeys.ts'
export * from './contract/providers.ts'
export * from './contract/user-info.ts'

/** A session as its user may see it. The label is not a credential. */
export const SessionInfo = z.strictObject({
  unique_session_id: z.string(),
  login_date_time: Instant,
  client_ip_address: z.string().nullable(),
  /** The seconds without a call after which the session ends. */
  idle_seconds: z.int(),
  expires_at: Instant,
  /** True if the user must add a passkey before anything else: see the setting access.passkeyForApprovers. */
  needs_passkey: z.boolean(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const LoginActivity = z.strictObject({
  LoginActivityId: Id,
  SessionId: z.string().nullable(),
  SourceIP: z.string().nullable(),
  ObjectType: z.string(),
  ObjectId: z.string(),
  ActivityDateTime: Instant,
  ActivityDescription: z.string(),
})
export type LoginActivity = z.infer<typeof LoginActivity>

export const accessRefusals = {
  required: refusal(401, 'access.required', 'Sign in to continue'),
  forbidden: refusal(403, 'access.forbidden', 'You do not have permission to do this'),
  scopeMissing: refusal(403, 'access.scope_missing', 'The account of this program needs the scope {Scope}'),
  otherNetwork: refusal(403, 'access.other_network', 'This program cannot be used from this network'),
  accountEnded: refusal(403, 'access.account_ended', 'The account of this program ended on {Date}'),
  wrongOrigin: refusal(403, 'access.wrong_origin', 'This request did not come from the application'),
  /** The same error for every cause, so that a caller cannot learn which user names exist. */
  wrongCredentials: refusal(401, 'access.wrong_credentials', 'The user name or password is not correct'),
  wrongCode: refusal(401, 'access.wrong_code', 'Invalid verification code'),
  codeExpired: refusal(401, 'access.code_expired', 'This code has expired. Sign in again'),
  noAddress: refusal(409, 'access.no_address', 'There is no e-mail address to send a code to. Ask your administrator'),
  sentAlready: refusal(429, 'access.sent_already', 'A message has just been sent. Wait {seconds} seconds for another'),
  tooManyTries: refusal(429, 'access.too_many_tries', 'Too many attempts. Wait {seconds} seconds'),
}

export const signIn = change({
  path: '/auth/sign-in',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Checks the password and sends a one-time code',
  body: z.strictObject({ Username: text(100), Password }),
  reply: z.strictObject({
    ChallengeId: z.string(),
    ExpiresIn: z.int(),
    /** The kind of code to enter first. Users with an authenticator get a message only on request. */
    Method: z.enum(['Email', 'Authenticator']),
    /** Masked address that the code was sent to: `h•••@carat.example`. */
    SentTo: z.string().nullable(),
    /** Seconds until another code can be requested. */
    ResendIn: z.int(),
  }),
})

export const resendSignInCode = change({
  path: '/auth/sign-in/resend',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Sends a new one-time code and voids the earlier one',
  body: z.strictObject({ ChallengeId: z.string().max(64) }),
  reply: signIn.reply,
})

export const verifySignIn = change({
  path: '/auth/sign-in/verify',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Exchanges a one-time code for a session',
  body: z.strictObject({
    ChallengeId: z.string().max(64),
    Code: oneTimeCodeInput(20),
    /** The source of the code: the message, the authenticator app, or the list of recovery codes. */
    Method: z.enum(['Email', 'Authenticator', 'Recovery']).default('Email'),
  }),
  reply: SignedIn,
})

export const systemSignIn = change({
  path: '/auth/system/sign-in',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Exchanges the client credentials of a system account (POS, ERP) for a session of an hour',
  body: z.strictObject({ ClientId: text(100), ClientSecret: z.string().min(1).max(200) }),
  reply: z.strictObject({ access_token: z.string(), expires_in: z.int(), scopes: z.array(z.string()) }),
})

export const systemSignInWithCode = change({
  path: '/auth/system/sign-in/code',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary:
    'Exchanges a one-time code of a system account, issued by head office, for a session with the account’s scopes',
  body: z.strictObject({ ClientId: text(100), Code: oneTimeCodeInput(40).pipe(z.string().min(1)) }),
  reply: systemSignIn.reply,
})

export const profile = read({
  method: 'GET',
  path: '/auth/profile',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['own account'],
  summary: 'Returns the signed-in user with current roles and privileges, and the session',
  body: z.strictObject({}),
  reply: z.strictObject({ user_info: UserInfo, session: SessionInfo }),
})

export const signOut = change({
  path: '/auth/sign-out',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: [],
  summary: 'Ends the session and returns its activities',
  body: z.strictObject({}),
  reply: z.strictObject({ signed_out_at: Instant, login_activities: z.array(LoginActivity) }),
})

export const listLoginActivities = read({
  path: '/login-activities/find-all',
  access: 'staff',
  scope: unnamedRows('own outlet'),
  about: ['login activity'],
  summary: 'Lists sign-ins and sign-outs: your own, or all users’ with the privilege View Audit',
  body: pageQuery(
    { SessionId: filterText, ObjectId: filterText },
    { rows: 5, sort: ['ActivityDateTime'], direction: 'DESC' },
  ),
  reply: pageReply(LoginActivity),
})
