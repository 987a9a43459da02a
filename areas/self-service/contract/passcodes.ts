import { z } from 'zod'
import { change, ignoring, read } from '#kit/contract/endpoint.ts'
import {
  filterText,
  Id,
  Instant,
  optional,
  PersonName,
  text,
  typedCode,
  upperFilter,
  upperText,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { ChallengeId, OneTimeCode, PageLanguage, Visit } from './sessions.ts'

export const PasscodePurpose = z.enum(['New Customer', 'Update'])
export type PasscodePurpose = z.infer<typeof PasscodePurpose>
export const PasscodeObject = z.enum(['Customer', 'Outlet', 'Campaign'])
/** Expired follows from the time; the others are acts. */
export const PasscodeStatus = z.enum(['Active', 'Completed', 'Expired', 'Revoked'])
export type PasscodeStatus = z.infer<typeof PasscodeStatus>

/** How long an update may take to begin, and how long a code for new customers lives: at most, the settings may say less. */
export const UPDATE_MINUTES = 30
export const NEW_CUSTOMER_HOURS = 24
export const POSTER_DAYS_MAX = 90

/** A passcode after it was made: neither code nor link can be seen again. */
export const Passcode = z.strictObject({
  PasscodeId: Id,
  /** Masked. */
  Passcode: z.string(),
  Purpose: PasscodePurpose,
  ObjectType: PasscodeObject,
  ObjectId: z.string(),
  /** Of an update: whose. */
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  MembershipNo: z.string().nullable(),
  OutletCode: z.string(),
  Language: PageLanguage,
  StaffName: PersonName.nullable(),
  /** What staff call it, such as "Poster at the entrance". */
  Name: z.string().nullable(),
  /** Null: as many as come. */
  UsesMost: z.int().nullable(),
  /** How often it let somebody in, and how many of them registered. */
  Uses: z.int(),
  Registered: z.int(),
  Status: PasscodeStatus,
  CreatedByName: PersonName.nullable(),
  CreatedAt: Instant,
  ExpiresAt: Instant,
})
export type Passcode = z.infer<typeof Passcode>

const role = 'Self-Service URL Generator'

export const addPasscode = change({
  path: '/passcodes/add',
  access: { role },
  scope: noRow('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['passcode'],
  summary: 'Makes a passcode and a link for the customers’ pages; both are answered here and never again',
  status: 201,
  ignored: {
    ...ignoring('The server generates it', 'Passcode', 'Status'),
    ...ignoring('It follows from CustomerId, CampaignCode or OutletCode', 'ObjectType', 'ObjectId'),
  },
  body: z
    .strictObject({
      Purpose: PasscodePurpose,
      /** Whose profile is to be changed: of an update. */
      CustomerId: Id.optional(),
      /** The caller’s own unless head office names one. */
      OutletCode: optional(upperText(20)),
      /** Counted for this campaign. */
      CampaignCode: optional(upperText(30)),
      Language: PageLanguage.default('en'),
      StaffId: optional(Id),
      Name: optional(text(60)),
      /** Of a new customer: N lets in once, Y as many as come. */
      ManyYN: YN.default('N'),
      /** Of a new customer; as the settings say if left out, 24 hours at most. Beyond 24 hours only a poster, for as many as come. */
      ExpiresInHours: z
        .int()
        .min(1)
        .max(POSTER_DAYS_MAX * 24)
        .optional(),
    })
    .refine(({ Purpose, CustomerId }) => (Purpose === 'Update') === (CustomerId !== undefined), {
      path: ['CustomerId'],
      message: 'Name the member whose profile is updated',
    })
    .refine(
      ({ Purpose, ManyYN, ExpiresInHours }) =>
        Purpose === 'New Customer' || (ManyYN === 'N' && ExpiresInHours === undefined),
      {
        path: ['ExpiresInHours'],
        message: `An update is for one use within ${UPDATE_MINUTES} minutes`,
      },
    )
    .refine(({ ManyYN, ExpiresInHours = 0 }) => ManyYN === 'Y' || ExpiresInHours <= NEW_CUSTOMER_HOURS, {
      path: ['ExpiresInHours'],
      message: `Only a poster can be valid for more than ${NEW_CUSTOMER_HOURS} hours`,
    }),
  reply: Passcode.extend({
    /** Two groups of five. */
    Passcode: z.string(),
    /** The page that it opens; the token stands in the fragment, which no server is sent. */
    Link: z.string(),
  }),
})

export const listPasscodes = read({
  path: '/passcodes/find-all',
  access: { role },
  scope: noRow('own outlet'),
  about: ['passcode'],
  summary: 'Passcodes of the caller’s outlet (HQ: all), their codes masked; a full code finds its own',
  body: pageQuery(
    {
      /** A full code. */
      Passcode: filterText,
      ObjectType: PasscodeObject,
      ObjectId: filterText,
      Purpose: PasscodePurpose,
      Status: PasscodeStatus,
      OutletCode: upperFilter,
      PasscodeId: Id,
    },
    { rows: 1000, sort: ['CreatedAt', 'ExpiresAt', 'Uses', 'Registered', 'OutletCode'], direction: 'DESC' },
  ),
  reply: pageOf(Passcode),
})

export const revokePasscode = change({
  path: '/passcodes/revoke',
  access: { role },
  scope: rows(row('passcode', 'PasscodeId', 'own outlet')),
  about: ['passcode'],
  summary: 'Ends a passcode and every session that it opened',
  body: z.strictObject({ PasscodeId: Id }),
  reply: Passcode,
})

export const validatePasscode = change({
  path: '/passcodes/validate',
  access: 'public',
  scope: noRow('nobody'),
  about: [],
  summary: 'Lets in who has a passcode or scanned its QR code, or says whether a one-time code sent by e-mail is right',
  body: z
    .strictObject({
      /** As it was typed: small letters, blanks and hyphens do not matter. */
      Passcode: typedCode(40).optional(),
      /** What stood in the fragment of the link. */
      Token: z.string().max(64).optional(),
      /** A one-time code, of /customer/customers/email-verification/send. */
      ChallengeId: ChallengeId.optional(),
      Code: OneTimeCode.optional(),
    })
    .refine(
      ({ Passcode, Token, ChallengeId, Code }) =>
        [Passcode, Token, ChallengeId].filter((one) => one !== undefined).length === 1 &&
        (ChallengeId === undefined) === (Code === undefined),
      { path: ['Passcode'], message: 'Send a passcode, a token, or a one-time code with its ChallengeId' },
    ),
  reply: z.strictObject({
    status: z.literal('valid'),
    /** Null for a one-time code. */
    Visit: Visit.nullable(),
  }),
})
