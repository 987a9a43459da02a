import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  filterText,
  Id,
  Instant,
  oneTimeCodeInput,
  optionalField,
  PersonName,
  text,
  upperCaseFilter,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { ChallengeId, CustomerSession, OneTimeCode, PageLanguage } from './sessions.ts'

export const PasscodePurpose = z.enum(['New Customer', 'Update'])
export type PasscodePurpose = z.infer<typeof PasscodePurpose>
export const PasscodeObject = z.enum(['Customer', 'Outlet', 'Campaign'])
/** Status of a passcode; Expired follows from the expiry time, all other statuses are stored. */
export const PasscodeStatus = z.enum(['Active', 'Completed', 'Expired', 'Revoked'])
export type PasscodeStatus = z.infer<typeof PasscodeStatus>

/** Maximum number of minutes for which a passcode for an update is valid; the setting can be lower. */
export const UPDATE_PASSCODE_MINUTES = 30
export const NEW_CUSTOMER_PASSCODE_HOURS = 24
export const POSTER_PASSCODE_DAYS_MAX = 90

/** A passcode as listed after its creation; its code and link can never be read again. */
export const Passcode = z.strictObject({
  PasscodeId: Id,
  /** Masked code of the passcode. */
  Passcode: z.string(),
  Purpose: PasscodePurpose,
  ObjectType: PasscodeObject,
  ObjectId: z.string(),
  /** Id of the customer whose profile the passcode updates; null for a new customer. */
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  MembershipNo: z.string().nullable(),
  OutletCode: z.string(),
  Language: PageLanguage,
  StaffName: PersonName.nullable(),
  /** A name for staff, such as "Poster at the entrance". */
  Name: z.string().nullable(),
  /** Maximum number of uses of the passcode; null means unlimited. */
  UsesMost: z.int().nullable(),
  /** Number of sessions that the passcode opened. */
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
  scope: unnamedRows('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['passcode'],
  summary: 'Creates a passcode and a link to the customers’ pages; both are returned only once',
  status: 201,
  ignored: {
    ...ignoreFields('The server generates it', 'Passcode', 'Status'),
    ...ignoreFields('It follows from CustomerId, CampaignCode or OutletCode', 'ObjectType', 'ObjectId'),
  },
  body: z
    .strictObject({
      Purpose: PasscodePurpose,
      /** Id of the customer whose profile can be changed with the passcode; only for an update. */
      CustomerId: Id.optional(),
      /** Code of the outlet; by default the caller’s outlet; head office can name another one. */
      OutletCode: optionalField(upperCaseText(20)),
      /** Code of the campaign to which registrations with the passcode are credited. */
      CampaignCode: optionalField(upperCaseText(30)),
      Language: PageLanguage.default('en'),
      StaffId: optionalField(Id),
      Name: optionalField(text(60)),
      /** Y if a passcode for new customers can be used without limit, N if it can be used once. */
      ManyYN: YN.default('N'),
      /** Hours for which a passcode for new customers is valid; by default a setting of at most 24 hours. */
      ExpiresInHours: z
        .int()
        .min(1)
        .max(POSTER_PASSCODE_DAYS_MAX * 24)
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
        message: `An update is for one use within ${UPDATE_PASSCODE_MINUTES} minutes`,
      },
    )
    .refine(({ ManyYN, ExpiresInHours = 0 }) => ManyYN === 'Y' || ExpiresInHours <= NEW_CUSTOMER_PASSCODE_HOURS, {
      path: ['ExpiresInHours'],
      message: `Only a poster can be valid for more than ${NEW_CUSTOMER_PASSCODE_HOURS} hours`,
    }),
  reply: Passcode.extend({
    /** Complete passcode, as two groups of five characters. */
    Passcode: z.string(),
    /** Link to the customers' pages; its token is in the fragment, which browsers do not send to servers. */
    Link: z.string(),
  }),
})

export const listPasscodes = read({
  path: '/passcodes/find-all',
  access: { role },
  scope: unnamedRows('own outlet'),
  about: ['passcode'],
  summary:
    'Lists the passcodes of the caller’s outlet (head office: all) with masked codes; a full code finds its passcode',
  body: pageQuery(
    {
      /** Complete passcode; a part of it finds nothing. */
      Passcode: filterText,
      ObjectType: PasscodeObject,
      ObjectId: filterText,
      Purpose: PasscodePurpose,
      Status: PasscodeStatus,
      OutletCode: upperCaseFilter,
      PasscodeId: Id,
    },
    { rows: 1000, sort: ['CreatedAt', 'ExpiresAt', 'Uses', 'Registered', 'OutletCode'], direction: 'DESC' },
  ),
  reply: pageReply(Passcode),
})

export const revokePasscode = change({
  path: '/passcodes/revoke',
  access: { role },
  scope: namedRows(row('passcode', 'PasscodeId', 'own outlet')),
  about: ['passcode'],
  summary: 'Revokes a passcode and ends every session that it opened',
  body: z.strictObject({ PasscodeId: Id }),
  reply: Passcode,
})

export const validatePasscode = change({
  path: '/passcodes/validate',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Opens a session by passcode or QR code token, or validates a one-time code sent by e-mail',
  body: z
    .strictObject({
      /** Passcode as the customer typed it; lower case, spaces and hyphens are accepted. */
      Passcode: oneTimeCodeInput(40).optional(),
      /** Token from the fragment of the passcode's link. */
      Token: z.string().max(64).optional(),
      /** A one-time code from /customer/customers/email-verification/send. */
      ChallengeId: ChallengeId.optional(),
      Code: OneTimeCode.optional(),
    })
    .refine(
      ({ Passcode, Token, ChallengeId, Code }) =>
        [Passcode, Token, ChallengeId].filter((field) => field !== undefined).length === 1 &&
        (ChallengeId === undefined) === (Code === undefined),
      { path: ['Passcode'], message: 'Send a passcode, a token, or a one-time code with its ChallengeId' },
    ),
  reply: z.strictObject({
    status: z.literal('valid'),
    /** Session that the passcode opened; null if the code is a one-time code. */
    Visit: CustomerSession.nullable(),
  }),
})
