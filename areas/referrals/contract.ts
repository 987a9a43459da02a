import { z } from 'zod'
import { customerViewRoles } from '#areas/customers/contract/roles.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  membershipNumber,
  optionalField,
  PersonName,
  Points,
  salesTotalField,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

export const ReferralStatus = z.enum(['Pending', 'Qualified', 'Approved', 'Rejected', 'Voided'])
export type ReferralStatus = z.infer<typeof ReferralStatus>

/** Statuses of a referral in which a user can decide; Qualified and Voided result from the friend's sales. */
export const decidableReferralStatuses = {
  approve: ['Qualified'],
  reject: ['Pending', 'Qualified'],
} as const satisfies Record<string, readonly ReferralStatus[]>

/** Details that friend and referrer have in common; the nightly batch does not approve a referral with such a flag. */
export const ReferralFlag = z.enum(['IdNo', 'ContactNo', 'Email', 'Address'])
export type ReferralFlag = z.infer<typeof ReferralFlag>

/** Code of the activity that a decision on a referral adds to the referrer, and the suffixes of its text. */
export const referrerActivity = { code: 'FGF', approved: ' APPROVED', rejected: ' REJECTED' } as const

export const referralRefusals = {
  notFound: refusal(404, 'referrals.not_found', 'Record not found'),
  otherOutlet: refusal(403, 'referrals.other_outlet', 'You can only view the referrals of your own outlet'),
  headOfficeOnly: refusal(403, 'referrals.head_office_only', 'Only head office can approve a referral'),
  foreign: refusal(403, 'referrals.foreign', 'Only the outlet of the friend or head office can reject a referral'),
  notQualified: refusal(409, 'referrals.not_qualified', 'Only a qualified referral can be approved. Status: {Status}'),
  notRejectable: refusal(
    409,
    'referrals.not_rejectable',
    'Only a pending or qualified referral can be rejected. Status: {Status}',
  ),
  saleCancelled: refusal(409, 'referrals.sale_cancelled', 'The friend’s purchase has been cancelled'),
  referrerNotActive: refusal(
    409,
    'referrals.referrer_not_active',
    'The referrer cannot be awarded points. Status: {Status}',
  ),
  friendNotActive: refusal(409, 'referrals.friend_not_active', 'Status of the friend: {Status}'),
  referrerNotPremium: refusal(
    409,
    'referrals.referrer_not_premium',
    'The referrer is not a premium member and cannot be awarded points yet',
  ),
  referrerWithoutPurchase: refusal(409, 'referrals.referrer_without_purchase', 'Referrer has no purchase'),
  needsReason: refusal(
    409,
    'referrals.needs_reason',
    'Details of friend and referrer match. State why you approve it nevertheless',
  ),
}

const Day = z.string().meta({ format: 'date' })

export const Referral = z.strictObject({
  ReferralId: Id,
  Status: ReferralStatus,
  Flags: z.array(ReferralFlag),
  ReferrerMembershipNo: z.string(),
  ReferrerCustomerId: Id,
  /** Name of the referrer; it and FullName are masked if the person belongs to another outlet than the caller. */
  ReferrerName: PersonName,
  ReferrerOutletCode: z.string(),
  /** CustomerId of the friend; the following MembershipNo, FullName and OutletCode are the friend's, too. */
  CustomerId: Id,
  MembershipNo: z.string().nullable(),
  FullName: PersonName,
  OutletCode: z.string(),
  NamedAt: Instant,
  NamedBy: PersonName.nullable(),
  /** Minimum amount of the qualifying sale, as configured on the day on which the referral was opened. */
  MinimumAmount: Decimal,
  QualifyUntil: Day,
  ReferrerPoints: Points,
  FriendPoints: Points,
  /** Invoice number of the qualifying sale. */
  InvoiceNo: z.string().nullable(),
  SaleDate: Day.nullable(),
  /** Amount of the qualifying sale less its returns. */
  SaleAmount: Decimal.nullable(),
  QualifiedAt: Instant.nullable(),
  /** First day on which the nightly batch approves the referral. */
  ApproveFrom: Day.nullable(),
  ReferrerAwarded: Points.nullable(),
  FriendAwarded: Points.nullable(),
  DecidedAt: Instant.nullable(),
  DecidedBy: PersonName.nullable(),
  DecisionRemark: z.string().nullable(),
  VoidedAt: Instant.nullable(),
  VoidReason: z.enum(['Sale cancelled', 'Referrer has no purchase']).nullable(),
})
export type Referral = z.infer<typeof Referral>

export const Referrer = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: PersonName,
  OutletCode: z.string(),
  Friends: z.int(),
  Pending: z.int(),
  Qualified: z.int(),
  Approved: z.int(),
  Rejected: z.int(),
  Voided: z.int(),
  /** Net sales to referred friends, without sales to friends whose referral was rejected. */
  FriendsSales: salesTotalField(),
  /** Points awarded to the referrer, less reversed points. */
  PointsAwarded: Points,
  /** Date of the latest event in the referrals of this member. */
  LastDate: Day,
})
export type Referrer = z.infer<typeof Referrer>

const role = 'Referrer Listing'

export const listReferrers = read({
  path: '/customer/referrer-listing/find-all',
  access: { role },
  scope: unnamedRows('own outlet'),
  about: ['referrer', 'referral'],
  summary: 'Members who recommended friends, with the results',
  body: pageQuery(
    {
      MembershipNo: membershipNumber,
      FullName: filterText,
      OutletCode: upperCaseFilter,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    {
      rows: 20,
      sort: ['LastDate', 'MembershipNo', 'FullName', 'Friends', 'Qualified', 'PointsAwarded'],
      direction: 'DESC',
    },
  ),
  reply: pageReply(Referrer),
})

export const listReferrals = read({
  path: '/customer/referrals/find-all',
  access: { role },
  scope: unnamedRows('own outlet'),
  about: ['referral'],
  summary: 'Referrals with their status, purchase and award',
  body: pageQuery(
    {
      ReferralId: Id,
      Status: ReferralStatus,
      ReferrerMembershipNo: membershipNumber,
      MembershipNo: membershipNumber,
      FullName: filterText,
      OutletCode: upperCaseFilter,
      FlaggedYN: YN,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 20, sort: ['NamedAt', 'QualifiedAt', 'ApproveFrom', 'Status'], direction: 'DESC' },
  ),
  reply: pageReply(Referral),
})

export const customerReferrals = read({
  path: '/customer/referrals/of-customer',
  access: { role: customerViewRoles },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['referral', 'customer'],
  summary: 'Returns a customer’s referrer and the friends that the customer has recommended',
  body: z.strictObject({ CustomerId: Id }),
  reply: z.strictObject({
    /** Latest referral in which the customer is the friend, even if it was rejected. */
    ReferredBy: Referral.nullable(),
    /** Last day on which a referrer can be named; null after this day or if a referrer is already named. */
    MayNameUntil: Day.nullable(),
    /** Latest twenty referrals in which the customer is the referrer. */
    Referred: pageReply(Referral),
  }),
})

export const approveReferral = change({
  path: '/customer/referrals/approve',
  access: { role },
  scope: namedRows(row('referral', 'ReferralId', 'HQ')),
  about: ['referral', 'membership'],
  summary: 'Approves a referral before the end of the return window, or one that the nightly batch does not approve',
  idempotent: true,
  body: z.strictObject({ ReferralId: Id, Remark: optionalField(longText(300)) }),
  reply: Referral,
})

export const rejectReferral = change({
  path: '/customer/referrals/reject',
  access: { role },
  scope: namedRows(row('referral', 'ReferralId', 'own outlet')),
  summary: 'Rejects a referral with a reason and clears the referrer of the friend',
  idempotent: true,
  body: z.strictObject({ ReferralId: Id, Reason: longText(300) }),
  reply: Referral,
})
