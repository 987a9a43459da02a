import { z } from 'zod'
import { ConsentChannel } from '#areas/customers/contract/consents.ts'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { CustomerStatus, MemberType } from '#areas/customers/contract/customers.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { BusinessDate, Decimal, filterText, Id, membershipNumber, PersonName, YN } from '#kit/contract/fields.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { counterRoles } from './roles.ts'
import { PremiumField } from './upgrade.ts'

/** The kind of identifier that the typed text matches; None without a match. */
export const LookupKind = z.enum(['MembershipNo', 'IdNo', 'ContactNo', 'Email', 'Name', 'None'])
export type LookupKind = z.infer<typeof LookupKind>

export const LookupRow = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: z.string(),
  /** The identity number, masked. */
  IdNo: MaskedIdNo.nullable(),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  Status: CustomerStatus,
  MemberType,
  CardCategoryCode: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  PointBalance: z.int(),
  /** The typed number, if it was merged into this membership. */
  FormerMembershipNo: z.string().nullable(),
})
export type LookupRow = z.infer<typeof LookupRow>

export const lookupMember = change({
  path: '/customer/memberships/lookup',
  access: { role: counterRoles, system: 'members:read' },
  scope: unnamedRows('opens'),
  about: [],
  summary:
    'Finds members by membership number, identity number, phone, e-mail or name; a full identifier opens a customer of another outlet to the session for 30 minutes',
  body: z.strictObject({ Typed: filterText }),
  reply: z.strictObject({
    Kind: LookupKind,
    /** Y: the text is a full identifier, and `rows` are its only matches. */
    ExactYN: YN,
    count: z.int().min(0),
    /** The matches, at most ten. */
    rows: z.array(LookupRow),
  }),
})

/** A message of the server, displayed by `Code` and `Params` (`memberships:card.<Code>`). */
const sentence = <Code extends string>(codes: readonly [Code, ...Code[]]) => ({
  Code: z.enum(codes),
  Params: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const CardWarning = z.strictObject(
  sentence([
    'arrears',
    'archived',
    'membership_not_active',
    'customer_not_active',
    'upgrade_pending',
    'returned_mail',
    'identity_missing',
    'nric_issue',
    'merged',
  ]),
)
export type CardWarning = z.infer<typeof CardWarning>

export const nextActionNames = [
  'Check the status',
  'Confirm the upgrade',
  'Upgrade to premium',
  'Points expire soon',
  'Congratulate',
  'Complete profile',
] as const

/** Suggested actions beside the sale, in a fixed order, without the actions that the caller postponed. */
export const NextAction = z.strictObject({
  Action: z.enum(nextActionNames),
  ...sentence([
    'blocked',
    'upgrade_waits',
    'invoice_qualifies',
    'points_expiring',
    'birthday_near',
    'wedding_near',
    'fields_missing',
  ]),
})
export type NextAction = z.infer<typeof NextAction>

export const MissingField = z.enum([
  ...PremiumField.options,
  'Email',
  'ContactNo',
  'Language',
  'ServiceConsent',
  'VerifiedEmail',
])
export type MissingField = z.infer<typeof MissingField>

export const MemberCard = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: z.string(),
  PreferredName: z.string().nullable(),
  IdType: z.string().nullable(),
  IdNo: MaskedIdNo.nullable(),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  DateOfBirth: z.string().nullable(),
  Gender: z.string().nullable(),
  BirthdayMonthYN: YN,
  Status: CustomerStatus,
  CustomerStatus,
  MemberType,
  CardGroupName: z.string(),
  CardCategoryCode: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  JoinDate: z.string(),
  CycleEnd: z.string().nullable(),
  MergedIntoMembershipNo: z.string().nullable(),
  PointBalance: z.int(),
  Available: z.int(),
  /** Points that tills have reserved to redeem them without a connection, until the end of `ReservedUntil`. */
  Reserved: z.int(),
  ReservedUntil: BusinessDate.nullable(),
  Pending: z.int(),
  Arrears: z.int(),
  /** Expiring points by month, for the next twelve months that have expiring points. */
  ExpirySchedule: z.array(z.strictObject({ Year: z.int(), Month: z.int(), Points: z.int() })),
  /** The points of the first expiry date, and whether the date is close enough to contact the member. */
  ExpiringNext: z.strictObject({ Points: z.int(), Date: z.string(), SoonYN: YN }).nullable(),
  /** The last purchase, less returned goods. */
  LastPurchase: z
    .strictObject({
      InvoiceNo: z.string(),
      BusinessDate: z.string(),
      OutletCode: z.string(),
      NetAmount: Decimal,
      EarnedPoints: z.int(),
    })
    .nullable(),
  /** The next birthday and wedding day, the nearer one first, with the number of years for a wedding day. */
  Occasions: z.array(
    z.strictObject({ Kind: z.enum(['Birthday', 'Wedding anniversary']), On: z.string(), Years: z.int().nullable() }),
  ),
  /** Name of the customer's preferred adviser. */
  PreferredStaffName: PersonName.nullable(),
  SpokenLanguages: z.array(z.string()),
  Tags: z.array(z.string()),
  /** The latest consent of each channel; channels without a decision are missing. */
  Consents: z.array(z.strictObject({ Channel: ConsentChannel, GrantedYN: YN })),
  MissingData: z.array(MissingField),
  Warnings: z.array(CardWarning),
  NextActions: z.array(NextAction),
})
export type MemberCard = z.infer<typeof MemberCard>

export const memberCard = read({
  path: '/customer/memberships/card',
  access: { role: counterRoles, system: 'members:read' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['membership', 'customer'],
  summary: 'Returns the member as the counter shows them: card, points, expiry, last purchase, warnings, next actions',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: MemberCard,
})

export const putOffAction = change({
  path: '/customer/memberships/next-action/put-off',
  access: { role: counterRoles },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['membership'],
  summary: 'Hides this suggested action of the member from you until tomorrow',
  body: z.strictObject({ MembershipNo: membershipNumber, Action: z.enum(nextActionNames) }),
  reply: z.strictObject({ AgainOn: z.string() }),
})
