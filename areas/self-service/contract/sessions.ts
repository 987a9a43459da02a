import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, membershipNumber, PersonName, text, typedCode, YN } from '#kit/contract/fields.ts'
import { noRow } from '#kit/contract/scope.ts'
import { QrCode } from './qr-code.ts'

/** The languages of the customers' pages. */
export const PageLanguage = z.enum(['en', 'zh', 'fr', 'ja'])
export type PageLanguage = z.infer<typeof PageLanguage>

/** What a session was opened for: to register, to change one's profile, or by signing in. */
export const VisitPurpose = z.enum(['New Customer', 'Update', 'Sign-in'])
export type VisitPurpose = z.infer<typeof VisitPurpose>

/** For so long after it was opened a session may change how its customer is reached; later it is asked for a code again. */
export const FRESH_MINUTES = 30

/** A session as it is handed out. The customers' pages get a cookie instead and read `cookie` as the token. */
export const Visit = z.strictObject({
  access_token: z.string(),
  /** Null while the visitor only registers. */
  customer_id: Id.nullable(),
  expires_in: z.int(),
  Purpose: VisitPurpose,
  Language: PageLanguage,
  /** Where the passcode was made; null for who signed in. */
  OutletName: z.string().nullable(),
})
export type Visit = z.infer<typeof Visit>

/** Six digits, spaces allowed between them. */
export const OneTimeCode = typedCode(20)
export const ChallengeId = z.string().max(64)

/** The same whether anybody is known by what was typed or not. */
export const CodeSent = z.strictObject({
  ChallengeId: z.string(),
  ExpiresIn: z.int(),
  /** Seconds until another code may be asked for. */
  ResendIn: z.int(),
})

export const requestSignInCode = change({
  path: '/auth/customer/code',
  access: 'public',
  scope: noRow('nobody'),
  about: [],
  summary:
    'Sends a one-time code to the member with this number or e-mail address; the answer does not tell whether there is one',
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
  scope: noRow('nobody'),
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
  scope: noRow('own account'),
  about: [],
  summary: 'Ends the self-service session',
  body: z.strictObject({}),
  reply: z.strictObject({ signed_out_at: Instant }),
})

export const getVisit = read({
  method: 'GET',
  path: '/customer/visit',
  access: 'visitor',
  scope: noRow('own account'),
  about: ['own account'],
  summary: 'The self-service session: what it was opened for, and whose it is',
  body: z.strictObject({}),
  reply: Visit.omit({ access_token: true }).extend({
    expires_in: z.int(),
    /** Y: e-mail and phone may be changed without another code. */
    FreshYN: YN,
    /** An address that a code proved during the registration. */
    VerifiedEmail: z.string().nullable(),
    MembershipNo: membershipNumber.nullable(),
    /** Of the membership number. */
    Qr: QrCode.nullable(),
  }),
})
