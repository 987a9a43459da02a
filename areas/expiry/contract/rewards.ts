import { z } from 'zod'
import { CustomerRewardStatus } from '#areas/customer-rewards/contract.ts'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import type { RewardType } from '#areas/rewards/contract/rewards.ts'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  membershipFilter,
  membershipNumber,
  optionalField,
  PersonName,
  Points,
  upperCaseFilter,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { Month, Year } from './expiries.ts'

// Expiry rewards are customer rewards of the type Point Expiry, for members whose points expire in a month.
// The claim of an expiry reward deducts its points. The points that expire first are deducted first.

/** The reward type of expiry rewards. */
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

/** The statuses of an expiry reward. For each month a member has at most one expiry reward that is not Cancelled. */
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
  /** The expiring points and the point balance at the creation of the reward. */
  PointExpiry: Points,
  PointBalance: Points,
  ExpiryDate: Day,
  /** Number of points that the claim deducts. */
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
  scope: namedRows(row('membership', 'MembershipNo', 'looked up'), row('reward', 'RewardId', 'everyone')),
  about,
  summary:
    'Offers a member a reward of type Point Expiry for the points that expire in a month; head office only, once per member and month',
  idempotent: true,
  status: 201,
  ignored: ignoreFields('The server assigns it', 'ReferenceCode'),
  body: z.strictObject({
    MembershipNo: membershipNo,
    ExpiryYear: Year,
    ExpiryMonth: Month,
    /** The reward to offer; by default the largest reward that the expiring points can pay for. */
    RewardId: optionalField(Id),
    /** The last day for the claim; by default the expiry date of the points, or the reward's last day if earlier. */
    ValidityTo: optionalField(DateOnly),
    Remarks: optionalField(reason),
    /** PointExpiry and PointBalance are ignored, because the server stores the figures of the ledger. */
    PointExpiry: Points.optional(),
    PointBalance: Points.optional(),
  }),
  reply: ExpiryReward,
})

/** Status of the month's expiry reward. Eligible means that no reward has been offered yet. */
export const EligibleStatus = z.enum(['Eligible', ...RewardStatus.exclude(['Cancelled']).options])

export const EligibleMember = z.strictObject({
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
  /** The offered reward, otherwise the largest reward that the points can pay for; null without such a reward. */
  RewardId: Id.nullable(),
  RewardCode: z.string().nullable(),
  RewardName: z.string().nullable(),
  RewardPoints: Points,
  RewardValue: Decimal.nullable(),
  Status: EligibleStatus,
  ReferenceCode: z.string().nullable(),
})
export type EligibleMember = z.infer<typeof EligibleMember>

const eligibleFilters = {
  ExpiryYear: Year,
  ExpiryMonth: Month,
  MembershipNo: membershipFilter,
  IdNo: filterText,
  ContactNo: filterText,
  Email: filterText,
  OutletCode: upperCaseFilter,
  Status: EligibleStatus,
  /** Range of ExpiryDate. */
  DateFrom: DateOnly,
  DateTo: DateOnly,
}
const emptyToUndefined = (value: unknown) => (value === '' || value === null || value === 'All' ? undefined : value)
const topLevelFilter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(emptyToUndefined, schema.optional()).optional()

export const listMembersForExpiryReward = read({
  path: '/point/expiry-rewards/eligible',
  access: { role },
  scope: unnamedRows('own outlet'),
  about: ['expiry reward', 'customer reward', 'reward'],
  summary: 'Members whose expiring points pay for a reward, by month, with possible and given offers',
  body: pageQuery(eligibleFilters, {
    rows: 20,
    sort: ['ExpiryDate', 'PointExpiry', 'MembershipNo'],
  }).extend({
    // Clients of the specification also send filters outside of the field Search.
    ExpiryYear: topLevelFilter(Year),
    ExpiryMonth: topLevelFilter(Month),
    MembershipNo: topLevelFilter(membershipFilter),
    IdNo: topLevelFilter(filterText),
    ContactNo: topLevelFilter(filterText),
    Email: topLevelFilter(filterText),
    OutletCode: topLevelFilter(upperCaseFilter),
    Status: topLevelFilter(EligibleStatus),
    DateFrom: topLevelFilter(DateOnly),
    DateTo: topLevelFilter(DateOnly),
  }),
  reply: pageReply(EligibleMember),
})

export const cancelExpiryReward = change({
  path: '/point/expiry-rewards/cancel',
  access: { role },
  scope: namedRows(row('expiry reward', 'ReferenceCode', 'HQ')),
  about,
  summary: 'Withdraws an unclaimed offer; head office only',
  idempotent: true,
  body: z.strictObject({ ReferenceCode: upperCaseText(20), Remark: reason }),
  reply: ExpiryReward,
})
