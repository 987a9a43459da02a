import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, membershipNumber, oneTimeCodeInput, PersonName, text, YN } from '#kit/contract/fields.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { QrCode } from './qr-code.ts'

/** Languages in which the customers' pages exist. */
export const PageLanguage = z.enum(['en', 'zh', 'fr', 'ja'])
export type PageLanguage = z.infer<typeof PageLanguage>

/** Purpose of a customer session: registration, profile update, or sign-in. */
export const SessionPurpose = z.enum(['New Customer', 'Update', 'Sign-in'])
export type SessionPurpose = z.infer<typeof SessionPurpose>

/** Number of minutes in which a new session can change contact details; later changes require a new code. */
export const FRESH_SESSION_MINUTES = 30

/** A customer session. On the customers' pages the token is in a cookie, and access_token is the word `cookie`. */
export const CustomerSession = z.strictObject({
  access_token: z.string(),
  /** Id of the customer; null before the registration. */
  customer_id: Id.nullable(),
  expires_in: z.int(),
  Purpose: SessionPurpose,
  Language: PageLanguage,
  /** Name of the outlet whose passcode opened the session; null for a session opened by a one-time code. */
  OutletName: z.string().nullable(),
})
export type CustomerSession = z.infer<typeof CustomerSession>

/** One-time code of six digits; spaces are allowed. */
export const OneTimeCode = oneTimeCodeInput(20)
export const ChallengeId = z.string().max(64)

/** Reply to a request for a one-time code; it is the same for known and unknown members. */
export const CodeSent = z.strictObject({
  ChallengeId: z.string(),
  ExpiresIn: z.int(),
  /** Number of seconds until the customer can request the next code. */
  ResendIn: z.int(),
})

export const requestSignInCode = change({
  path: '/auth/customer/code',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary:
    'Sends a one-time code to the member with this number or e-mail address; the reply does not reveal whether one exists',
  body: z.strictObject({
    /** A membership number or an e-mail address. */
    Identifier: text(254),
    Language: PageLanguage.default('en'),
  }),
  reply: CodeSent,
})

export const customerSignIn = change({
  path: '/auth/customer/sign-in',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Exchanges membership number or e-mail address and the one-time code for a self-service session',
  body: z.strictObject({ Identifier: text(254), ChallengeId, Code: OneTimeCode }),
  reply: z.strictObject({
    access_token: z.string(),
    customer_id: Id,
    user_info: z.strictObject({ full_name: PersonName, membership_no: z.string().nullable() }),
    expires_in: z.int(),
  }),
})

export const customerSignOut = change({
  path: '/auth/customer/sign-out',
  access: 'visitor',
  scope: unnamedRows('own account'),
  about: [],
  summary: 'Ends the self-service session',
  body: z.strictObject({}),
  reply: z.strictObject({ signed_out_at: Instant }),
})

export const getCustomerSession = read({
  method: 'GET',
  path: '/customer/visit',
  access: 'visitor',
  scope: unnamedRows('own account'),
  about: ['own account'],
  summary: 'Returns the self-service session with its purpose and customer',
  body: z.strictObject({}),
  reply: CustomerSession.omit({ access_token: true }).extend({
    expires_in: z.int(),
    /** Y: e-mail and phone can be changed without a new code. */
    FreshYN: YN,
    /** An address that a code verified during the registration. */
    VerifiedEmail: z.string().nullable(),
    MembershipNo: membershipNumber.nullable(),
    /** QR code of the membership number. */
    Qr: QrCode.nullable(),
  }),
})
