import { z } from 'zod'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  MoneyFromZero,
  membershipFilter,
  membershipNumber,
  optional,
  PersonName,
  Points,
  PointsAmount,
  upperFilter,
  upperText,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { Month, Year } from './expiries.ts'

// A voucher offered against points that will end in a month. The points are taken when it is claimed, the ending ones first.

export const rewardRefusals = {
  headOfficeCreates: refusal(
    403,
    'expiry.head_office_creates',
    'Only head office can create and cancel expiry rewards',
  ),
  notFound: refusal(404, 'expiry.reward_not_found', 'Customer Reward Not Found.'),
  otherMember: refusal(409, 'expiry.other_member', 'Member Details did not match with rewards record'),
  notClaimable: refusal(
    409,
    'expiry.not_claimable',
    'The reward is {Status}, claim is not allowed if the record Status is not {MustBe}',
  ),
  notCancellable: refusal(
    409,
    'expiry.not_cancellable',
    'The reward is {Status}, cancellation is not allowed if the record Status is not {MustBe}',
  ),
  ended: refusal(409, 'expiry.reward_ended', 'The reward was valid until {Date}'),
  createdAlready: refusal(
    409,
    'expiry.reward_exists',
    'Reward {ReferenceCode} has already been created for this member and month',
  ),
  nothingExpires: refusal(409, 'expiry.nothing_expires', 'No points of this member expire in {Period}'),
  tooFew: refusal(409, 'expiry.too_few', 'The expiring points are not enough for a reward: {Points}'),
  lateValidity: refusal(409, 'expiry.late_validity', 'The points expire on {Date}. The reward must end by then'),
  pastValidity: refusal(409, 'expiry.past_validity', 'The last day of the reward has passed'),
  voucherTaken: refusal(409, 'expiry.voucher_taken', 'Voucher {VoucherNo} has already been claimed'),
}

export const RewardStatus = z.enum(['Active', 'Claimed', 'Cancelled', 'Expired'])
export type RewardStatus = z.infer<typeof RewardStatus>

/** Every change of a reward by hand. The server refuses by it; pages grey out by it. The nightly batch turns Active into Expired. */
export const rewardMoves = {
  claim: { from: 'Active', to: 'Claimed' },
  cancelClaim: { from: 'Claimed', to: 'Active' },
  cancel: { from: 'Active', to: 'Cancelled' },
} as const satisfies Record<string, { from: RewardStatus; to: RewardStatus }>

const Day = z.string().meta({ format: 'date' })

export const ExpiryReward = z.strictObject({
  ReferenceCode: z.string(),
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: PersonName,
  Type: z.literal('Point Expiry'),
  Status: RewardStatus,
  ExpiryYear: Year,
  ExpiryMonth: Month,
  /** What would end in the month, and what the member had, when the reward was created. */
  PointExpiry: Points,
  PointBalance: Points,
  ExpiryDate: Day,
  /** What the claim takes. */
  Points,
  DeductPointInClaimYN: z.literal('Y'),
  VoucherType: z.string(),
  VoucherValue: Decimal,
  VoucherNo: z.string().nullable(),
  ValidityFrom: Day,
  ValidityTo: Day,
  Remarks: z.string().nullable(),
  CreatedByName: PersonName.nullable(),
  CreatedAt: Instant,
  ClaimedByName: PersonName.nullable(),
  ClaimedOutletCode: z.string().nullable(),
  ClaimedDate: Instant.nullable(),
  CancelledByName: PersonName.nullable(),
  CancelledOutletCode: z.string().nullable(),
  CancelledDate: Instant.nullable(),
})
export type ExpiryReward = z.infer<typeof ExpiryReward>

const role = 'Point Expiry Reward'
const membershipNo = membershipNumber
const ReferenceCode = upperText(20)
const reason = longText(300)

export const addExpiryReward = change({
  path: '/point/expiry-rewards/add',
  access: { role },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about: ['expiry reward', 'membership'],
  summary:
    'Offers a member a voucher against the points that end in a month; head office only, once per member and month',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    MembershipNo: membershipNo,
    ExpiryYear: Year,
    ExpiryMonth: Month,
    /** What the claim takes; left out, as many whole steps of the settings as the ending points allow. */
    Points: optional(PointsAmount),
    /** Left out, what so many points give by the settings. */
    VoucherValue: optional(MoneyFromZero),
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
  /** By the settings: what could be offered; of a reward that exists, what was. */
  RewardPoints: Points,
  RewardValue: Decimal,
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
  about: ['expiry reward'],
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

export const listExpiryRewards = read({
  path: '/point/expiry-rewards/find-all',
  access: { role: [role, 'Customer', 'Claim Rewards', 'Cancel Claim Rewards', 'Member Point Statement'] },
  scope: noRow('own outlet', row('membership', 'Search.MembershipNo', 'looked up')),
  about: ['expiry reward'],
  summary: 'Expiry rewards, the newest first; a full membership number is served at every outlet',
  body: pageQuery(
    { MembershipNo: membershipNo, ReferenceCode, Status: RewardStatus, OutletCode: upperFilter },
    { rows: 20, sort: ['CreatedAt', 'ValidityTo'], direction: 'DESC' },
  ),
  reply: pageOf(ExpiryReward),
})

export const claimExpiryReward = change({
  path: '/point/expiry-rewards/claim',
  access: { role: 'Claim Rewards' },
  scope: rows(row('expiry reward', 'ReferenceCode', 'opens'), row('membership', 'MembershipNo', 'opens')),
  about: ['expiry reward', 'membership'],
  summary: 'Hands over the voucher of an expiry reward and takes its points, the soonest ending first',
  idempotent: true,
  body: z.strictObject({
    ReferenceCode,
    MembershipNo: membershipNo,
    VoucherNo: optional(upperText(40)),
    Remarks: optional(reason),
  }),
  reply: ExpiryReward,
})

export const cancelExpiryRewardClaim = change({
  path: '/point/expiry-rewards/cancel-claim',
  access: { role: 'Cancel Claim Rewards' },
  scope: rows(row('expiry reward', 'ReferenceCode', 'looked up')),
  about: ['expiry reward', 'membership'],
  summary: 'Takes a claim back: the reward is Active again, its points return with the days they had, at least 30',
  idempotent: true,
  body: z.strictObject({ ReferenceCode, Remark: reason }),
  reply: ExpiryReward,
})

export const cancelExpiryReward = change({
  path: '/point/expiry-rewards/cancel',
  access: { role },
  scope: rows(row('expiry reward', 'ReferenceCode', 'HQ')),
  summary: 'Withdraws an offer that nobody claimed; head office only',
  idempotent: true,
  body: z.strictObject({ ReferenceCode, Remark: reason }),
  reply: ExpiryReward,
})
