import { z } from 'zod'
import { ConsentChannel } from '#areas/customers/contract/consents.ts'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { CustomerStatus, MemberType } from '#areas/customers/contract/customers.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Decimal, filterText, Id, membershipNumber, PersonName, YN } from '#kit/contract/fields.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { counterRoles } from './roles.ts'
import { PremiumField } from './upgrade.ts'

/** What the typed text was taken for. None: nobody was found. */
export const LookupKind = z.enum(['MembershipNo', 'IdNo', 'ContactNo', 'Email', 'Name', 'None'])
export type LookupKind = z.infer<typeof LookupKind>

export const LookupRow = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: z.string(),
  /** Masked. */
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
  /** The number that was typed, where it was merged into this membership. */
  FormerMembershipNo: z.string().nullable(),
})
export type LookupRow = z.infer<typeof LookupRow>

export const lookupMember = change({
  path: '/customer/memberships/lookup',
  access: { role: counterRoles, system: 'members:read' },
  scope: noRow('opens'),
  about: [],
  summary:
    'One box for membership number, identity number, phone, e-mail or name; a full identifier opens a customer of another outlet to the session for 30 minutes',
  body: z.strictObject({ Typed: filterText }),
  reply: z.strictObject({
    Kind: LookupKind,
    /** A full identifier was typed, so `rows` are the only ones it can mean. */
    ExactYN: YN,
    count: z.int().min(0),
    /** Ten at most. */
    rows: z.array(LookupRow),
  }),
})

/** A sentence of the server: the reader's language says it by `Code` and `Params` (`memberships:card.<Code>`). */
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

export const nextActions = [
  'Check the status',
  'Confirm the upgrade',
  'Upgrade to premium',
  'Points expire soon',
  'Congratulate',
  'Complete profile',
] as const

/** What is best done now beside the sale, in the order of a fixed rule, without what the caller put off. */
export const NextAction = z.strictObject({
  Action: z.enum(nextActions),
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
  Pending: z.int(),
  Arrears: z.int(),
  /** Points that expire, by month, the next twelve months with any. */
  ExpirySchedule: z.array(z.strictObject({ Year: z.int(), Month: z.int(), Points: z.int() })),
  /** The batch of points that expires first, and whether that is near enough to call the member. */
  ExpiringNext: z.strictObject({ Points: z.int(), Date: z.string(), SoonYN: YN }).nullable(),
  /** What is left of the last purchase after its returns. */
  LastPurchase: z
    .strictObject({
      InvoiceNo: z.string(),
      BusinessDate: z.string(),
      OutletCode: z.string(),
      NetAmount: Decimal,
      EarnedPoints: z.int(),
    })
    .nullable(),
  /** Birthday and wedding day, the nearer first, with how many years a wedding is then. */
  Occasions: z.array(
    z.strictObject({ Kind: z.enum(['Birthday', 'Wedding anniversary']), On: z.string(), Years: z.int().nullable() }),
  ),
  /** Who serves them best. */
  PreferredStaffName: PersonName.nullable(),
  SpokenLanguages: z.array(z.string()),
  Tags: z.array(z.string()),
  /** The latest word about each way of contact; a way that was never asked about is missing. */
  Consents: z.array(z.strictObject({ Channel: ConsentChannel, GrantedYN: YN })),
  MissingData: z.array(MissingField),
  Warnings: z.array(CardWarning),
  NextActions: z.array(NextAction),
})
export type MemberCard = z.infer<typeof MemberCard>

export const memberCard = read({
  path: '/customer/memberships/card',
  access: { role: counterRoles, system: 'members:read' },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about: ['membership', 'customer'],
  summary: 'What the counter shows of a member: card, points, expiry, last purchase, warnings, next actions',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: MemberCard,
})

export const putOffAction = change({
  path: '/customer/memberships/next-action/put-off',
  access: { role: counterRoles },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about: ['membership'],
  summary: 'Does not offer you this next action of the member again before tomorrow',
  body: z.strictObject({ MembershipNo: membershipNumber, Action: z.enum(nextActions) }),
  reply: z.strictObject({ AgainOn: z.string() }),
})
