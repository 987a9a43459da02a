import { z } from 'zod'
import { CustomerRewardStatus } from '#areas/customer-rewards/contract.ts'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import type { RewardType } from '#areas/rewards/contract/rewards.ts'
import { change, ignoring, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  membershipFilter,
  membershipNumber,
  optional,
  PersonName,
  Points,
  upperFilter,
  upperText,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { Month, Year } from './expiries.ts'

// A reward offered against points that will end in a month: what the member holds of a reward of type Point Expiry. Its points are taken
// when it is claimed, as any other reward is, the ending ones first.

/** Whatever is claimed for points that end. */
export const POINT_EXPIRY = 'Point Expiry' satisfies RewardType

export const rewardRefusals = {
  headOfficeCreates: refusal(
    403,
    'expiry.head_office_creates',
    'Only head office can create and cancel expiry rewards',
  ),
  createdAlready: refusal(
    409,
    'expiry.reward_exists',
    'Reward {ReferenceCode} has already been created for this member and month',
  ),
  nothingExpires: refusal(409, 'expiry.nothing_expires', 'No points of this member expire in {Period}'),
  tooFew: refusal(409, 'expiry.too_few', 'The expiring points are not enough for a reward: {Points}'),
  noReward: refusal(409, 'expiry.no_reward', 'There is no Active reward of type Point Expiry for this member'),
  otherType: refusal(409, 'expiry.other_type', 'Reward {Code} is not offered for points that expire'),
  lateValidity: refusal(409, 'expiry.late_validity', 'The points expire on {Date}. The reward must end by then'),
  pastValidity: refusal(409, 'expiry.past_validity', 'The last day of the reward has passed'),
}

/** What becomes of one that was offered; all but Cancelled ones stand for their month. */
export const RewardStatus = CustomerRewardStatus.extract(['Active', 'Claimed', 'Cancelled', 'Expired'])
export type RewardStatus = z.infer<typeof RewardStatus>

const Day = z.string().meta({ format: 'date' })

export const ExpiryReward = z.strictObject({
  ReferenceCode: z.string(),
  RewardId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: PersonName,
  Type: z.literal(POINT_EXPIRY),
  Status: CustomerRewardStatus,
  ExpiryYear: Year,
  ExpiryMonth: Month,
  /** What would end in the month, and what the member had, when the reward was created. */
  PointExpiry: Points,
  PointBalance: Points,
  ExpiryDate: Day,
  /** What the claim takes. */
  Points,
  DeductPointInClaimYN: YN,
  VoucherType: z.string().nullable(),
  VoucherValue: Decimal.nullable(),
  VoucherNo: z.string().nullable(),
  ValidityFrom: Day,
  ValidityTo: Day,
  Remarks: z.string().nullable(),
  CreatedAt: Instant,
})
export type ExpiryReward = z.infer<typeof ExpiryReward>

const role = 'Point Expiry Reward'
const membershipNo = membershipNumber
const reason = longText(300)
const about = ['expiry reward', 'customer reward', 'membership', 'reward', 'reward stock'] as const

export const addExpiryReward = change({
  path: '/point/expiry-rewards/add',
  access: { role },
  scope: rows(row('membership', 'MembershipNo', 'looked up'), row('reward', 'RewardId', 'everyone')),
  about,
  summary:
    'Offers a member a reward of type Point Expiry against the points that end in a month; head office only, once per member and month',
  idempotent: true,
  status: 201,
  ignored: ignoring('The server assigns it', 'ReferenceCode'),
  body: z.strictObject({
    MembershipNo: membershipNo,
    ExpiryYear: Year,
    ExpiryMonth: Month,
    /** Left out, the largest that the ending points pay for. */
    RewardId: optional(Id),
    /** Left out, the day on which the points end. */
    ValidityTo: optional(DateOnly),
    Remarks: optional(reason),
    /** Accepted and not believed: the ledger's own figures are kept. */
    PointExpiry: Points.optional(),
    PointBalance: Points.optional(),
  }),
  reply: ExpiryReward,
})

/** Of a member and month: no reward yet, or what became of it. */
export const EligibleStatus = z.enum(['Eligible', ...RewardStatus.exclude(['Cancelled']).options])

export const Eligible = z.strictObject({
  Key: z.string(),
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: PersonName,
  IdNo: MaskedIdNo.nullable(),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  OutletCode: z.string(),
  ExpiryYear: Year,
  ExpiryMonth: Month,
  PointExpiry: Points,
  ExpiryDate: Day,
  PointBalance: Points,
  /** What could be offered: the largest reward that the points pay for; of one that was offered, that. null: none. */
  RewardId: Id.nullable(),
  RewardCode: z.string().nullable(),
  RewardName: z.string().nullable(),
  RewardPoints: Points,
  RewardValue: Decimal.nullable(),
  Status: EligibleStatus,
  ReferenceCode: z.string().nullable(),
})
export type Eligible = z.infer<typeof Eligible>

const eligibleFilters = {
  ExpiryYear: Year,
  ExpiryMonth: Month,
  MembershipNo: membershipFilter,
  IdNo: filterText,
  ContactNo: filterText,
  Email: filterText,
  OutletCode: upperFilter,
  Status: EligibleStatus,
  /** Of the day on which the points end. */
  DateFrom: DateOnly,
  DateTo: DateOnly,
}
const none = (value: unknown) => (value === '' || value === null || value === 'All' ? undefined : value)
const beside = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(none, schema.optional()).optional()

export const listEligible = read({
  path: '/point/expiry-rewards/eligible',
  access: { role },
  scope: noRow('own outlet'),
  about: ['expiry reward', 'customer reward', 'reward'],
  summary: 'Members whose points end and are enough for a reward, by month, with what could be offered or what was',
  body: pageQuery(eligibleFilters, {
    rows: 20,
    sort: ['ExpiryDate', 'PointExpiry', 'MembershipNo'],
  }).extend({
    // As the specification sends them: not inside Search.
    ExpiryYear: beside(Year),
    ExpiryMonth: beside(Month),
    MembershipNo: beside(membershipFilter),
    IdNo: beside(filterText),
    ContactNo: beside(filterText),
    Email: beside(filterText),
    OutletCode: beside(upperFilter),
    Status: beside(EligibleStatus),
    DateFrom: beside(DateOnly),
    DateTo: beside(DateOnly),
  }),
  reply: pageOf(Eligible),
})

export const cancelExpiryReward = change({
  path: '/point/expiry-rewards/cancel',
  access: { role },
  scope: rows(row('expiry reward', 'ReferenceCode', 'HQ')),
  about,
  summary: 'Withdraws an offer that nobody claimed; head office only',
  idempotent: true,
  body: z.strictObject({ ReferenceCode: upperText(20), Remark: reason }),
  reply: ExpiryReward,
})
