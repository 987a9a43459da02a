import { z } from 'zod'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { LimitPeriod, RewardStatus, RewardType } from '#areas/rewards/contract/rewards.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  Id,
  Instant,
  longText,
  membershipNumber,
  optional,
  orDefault,
  PersonName,
  Points,
  text,
  upperFilter,
  upperText,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageFields, pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { counterRoles } from './contract/roles.ts'
import { CustomerRewardStatus, Obstacle } from './contract/statuses.ts'

// WHAT A MEMBER HOLDS OF THE REWARDS, and what becomes of it.

export { CustomerRewardStatus }

/** Every change of state, by hand and by the night. Pages grey out by it; the database refuses whatever is not among these. */
export const rewardMoves = {
  claim: { from: 'Active', to: 'Claimed' },
  collect: { from: 'Active', to: 'Collected' },
  cancelClaim: { from: 'Claimed', to: 'Active' },
  cancelRedeem: { from: 'Active', to: 'Cancelled' },
  cancelCollect: { from: 'Collected', to: 'Active' },
  extend: { from: 'Active', to: 'Active' },
  expire: { from: 'Active', to: 'Expired' },
  delete: { from: 'Active', to: 'Deleted' },
} as const satisfies Record<string, { from: CustomerRewardStatus; to: CustomerRewardStatus }>
export type RewardMove = keyof typeof rewardMoves

/** By what of the customer a reward is handed over. */
export const Identifier = z.enum(['MembershipNo', 'IdNo', 'ContactNo', 'Email'])
export type Identifier = z.infer<typeof Identifier>

/** What is said beside a change that was made, and does not stop it. */
export const RewardNotice = z.enum(['Customer is not Active'])

const Day = z.string().meta({ format: 'date' })

export const CustomerReward = z.strictObject({
  ReferenceCode: z.string(),
  RewardId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  Type: RewardType,
  Status: CustomerRewardStatus,
  CustomerId: Id,
  MembershipNo: z.string(),
  FullName: PersonName,
  RegisteredOutletCode: z.string(),
  /** What it was given for, where it is given once for that: a year, a month, an invoice. */
  Period: z.string().nullable(),
  /** What it takes: at redeem, or when it is claimed. */
  Points,
  /** Y: these points are taken and not given back. */
  PointsTakenYN: YN,
  IsBirthdayPointDeduct: YN,
  DeductPointInClaimYN: YN,
  CashTopUp: Decimal,
  VoucherType: z.string().nullable(),
  VoucherValue: Decimal.nullable(),
  MinimumSpend: Decimal.nullable(),
  ValidityFrom: Day,
  ValidityTo: Day,
  Remarks: z.string().nullable(),
  InvoiceNo: z.string().nullable(),
  VoucherNo: z.string().nullable(),
  /** Always masked; the user who has just claimed it reads it by `showClaimedCode` (contract/claimed-code.ts). */
  SecurityCode: z.string().nullable(),
  /** Where one of it is reserved or was issued; null: head office’s pool, or stock that nobody counts. */
  StockOutletCode: z.string().nullable(),
  RedeemedById: Id.nullable(),
  RedeemedByName: PersonName.nullable(),
  RedeemedOutletCode: z.string().nullable(),
  RedeemedDate: Instant,
  ClaimedById: Id.nullable(),
  ClaimedByName: PersonName.nullable(),
  ClaimedOutletCode: z.string().nullable(),
  ClaimedDate: Instant.nullable(),
  CollectedById: Id.nullable(),
  CollectedByName: PersonName.nullable(),
  /** Until it is collected: where the member wants to collect it. */
  CollectedOutletCode: z.string().nullable(),
  CollectedDate: Instant.nullable(),
  CancelledById: Id.nullable(),
  CancelledByName: PersonName.nullable(),
  CancelledOutletCode: z.string().nullable(),
  CancelledDate: Instant.nullable(),
  ImageUrl: z.string().nullable(),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type CustomerReward = z.infer<typeof CustomerReward>

export const CustomerRewardDetail = CustomerReward.extend({
  Reward: z.strictObject({
    RewardId: Id,
    Code: z.string(),
    Name: z.string(),
    Type: RewardType,
    Status: RewardStatus,
    Terms: z.string().nullable(),
    RequiresInvoiceYN: YN,
    HonourOutstandingYN: YN,
  }),
  Customer: z.strictObject({
    CustomerId: Id,
    FullName: PersonName,
    IdNo: MaskedIdNo.nullable(),
    ContactNo: z.string().nullable(),
    Email: z.string().nullable(),
    Status: z.string(),
    CustomerMemberships: z.array(z.strictObject({ MembershipNo: z.string(), Status: z.string() })),
  }),
})
export type CustomerRewardDetail = z.infer<typeof CustomerRewardDetail>

/** What a change answers: the reward as it stands now, what the member may spend now, and what is to be said beside it. */
export const Changed = CustomerReward.extend({ Available: Points, Notices: z.array(RewardNotice) })
export type Changed = z.infer<typeof Changed>

const ReferenceCode = upperText(20)
const reason = longText(300)
const InvoiceNo = optional(upperText(40))

/** Who stands at the counter: one number or address of theirs, blanks and writing do not matter. */
const identified = { IdentifierType: Identifier, Identifier: text(254) } as const
/** Which reward: what the member holds by its own code, or the reward by its code and the member by the identifier. */
const named = {
  ReferenceCode: ReferenceCode.optional(),
  RewardCode: upperText(20).optional(),
  ...identified,
} as const
/** One of the two must be named. */
const oneNamed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...named, ...shape }).refine(
    (sent) => {
      const { ReferenceCode, RewardCode } = sent as { ReferenceCode?: string; RewardCode?: string }
      return ReferenceCode !== undefined || RewardCode !== undefined
    },
    { path: ['ReferenceCode'], message: 'Required' },
  )

/** Naming what a member holds together with a matching identifier is a look-up of that customer. */
const opens = rows(row('customer reward', 'ReferenceCode', 'opens'))
const lookedUp = rows(row('customer reward', 'ReferenceCode', 'looked up'))
const about = ['customer reward', 'membership', 'reward stock', 'reward', 'voucher'] as const

// LOOKING.

export const listCustomerRewards = read({
  path: '/reward/customer-rewards/find-all',
  access: { role: [...counterRoles, 'Member Point Statement', 'Point Expiry Reward'] },
  scope: noRow(
    'own outlet',
    row('membership', 'Search.MembershipNo', 'looked up'),
    row('customer', 'Search.CustomerId', 'looked up'),
  ),
  about: ['customer reward', 'membership'],
  summary:
    'What members of your outlet hold and held (HQ: all), the newest first; a full membership number is served at every outlet',
  body: pageQuery(
    {
      MembershipNo: membershipNumber,
      CustomerId: Id,
      ReferenceCode: upperFilter,
      RewardId: Id,
      RewardCode: upperFilter,
      Type: RewardType,
      Status: CustomerRewardStatus,
      OutletCode: upperFilter,
      /** Y: Premium Gifts that wait to be collected; N: rewards that wait to be claimed. */
      CollectYN: YN,
      InvoiceNo: upperFilter,
      VoucherNo: upperFilter,
      RedeemedFrom: DateOnly,
      RedeemedTo: DateOnly,
      ValidFrom: DateOnly,
      ValidTo: DateOnly,
    },
    { rows: 10, sort: ['CreatedAt', 'ValidityTo', 'RedeemedDate', 'Status', 'ReferenceCode'], direction: 'DESC' },
  ),
  reply: pageOf(CustomerReward),
})

export const getCustomerReward = read({
  path: '/reward/customer-rewards/find-one',
  access: { role: [...counterRoles, 'Member Point Statement', 'Point Expiry Reward'] },
  scope: lookedUp,
  about,
  summary: 'One reward of a member, with the reward and the customer',
  body: z.strictObject({ ReferenceCode }),
  reply: CustomerRewardDetail,
})

export const lookupCustomerReward = change({
  path: '/reward/customer-rewards/lookup',
  access: {
    role: [
      'Claim Rewards',
      'Collect Rewards',
      'Cancel Redeem Rewards',
      'Cancel Claim Rewards',
      'Cancel Collect Rewards',
    ],
  },
  scope: opens,
  about: [],
  summary:
    'A reward by its reference code (or the reward’s own code) and an identifier of its customer; opens the customer to the session and says what the act would do',
  body: oneNamed({ Act: z.enum(['claim', 'collect', 'cancelClaim', 'cancelRedeem', 'cancelCollect']), InvoiceNo }),
  reply: CustomerRewardDetail.extend({
    /** What the member may spend now, and after the act. */
    Available: Points,
    AvailableAfter: Points,
    /** How many vouchers of its type and value there are; null where it has none. */
    VouchersLeft: z.int().nullable(),
    Obstacle: Obstacle.nullable(),
    Notices: z.array(RewardNotice),
  }),
})

export const EligibleReward = z.strictObject({
  RewardId: Id,
  Code: z.string(),
  Name: z.string(),
  Description: z.string().nullable(),
  Terms: z.string().nullable(),
  Type: RewardType,
  PointDeduct: Points,
  BirthdayPointDeduct: Points.nullable(),
  /** Y: the birthday price can be used today. */
  BirthdayYN: YN,
  CashTopUp: Decimal,
  ValidTo: Day.nullable(),
  PerMemberLimit: z.int().nullable(),
  PerMemberPeriod: LimitPeriod,
  CollectWithinDays: z.int(),
  ImageUrl: z.string().nullable(),
  /** At the caller’s outlet, head office’s pool included; null where nothing is counted. */
  StockHere: z.int().nullable(),
  /** Where else there is some. */
  StockAt: z.array(z.strictObject({ OutletCode: z.string(), Available: z.int() })),
  /** Points that are lacking; 0 where they suffice. */
  MissingPoints: Points,
  /** Why it cannot be redeemed now; null: it can. */
  Obstacle: z
    .enum(['notActive', 'notEnough', 'noStock', 'memberLimit', 'limitReached', 'notForMember', 'notHere'])
    .nullable(),
})
export type EligibleReward = z.infer<typeof EligibleReward>

export const listEligibleRewards = read({
  path: '/reward/customer-rewards/eligible',
  access: { role: [...counterRoles] },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about,
  summary:
    'The rewards that a member could redeem today, what can be redeemed first; only those that take points unless all are asked for',
  body: z.strictObject({
    MembershipNo: membershipNumber,
    /** Y: rewards that take no points too. */
    AllYN: orDefault(YN.default('N')),
    ...pageFields(20),
  }),
  reply: z.strictObject({
    MembershipNo: z.string(),
    CustomerId: Id,
    Available: Points,
    Notices: z.array(RewardNotice),
    count: z.int(),
    rows: z.array(EligibleReward),
  }),
})

// REDEEM AND ISSUE.

export const redeemRewards = change({
  path: '/reward/customer-rewards/redeem',
  access: { role: 'Redeem Rewards' },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about,
  summary:
    'Takes the points of one or several Premium Gifts and reserves them where they will be collected: all or none',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    MembershipNo: membershipNumber,
    Rewards: z
      .array(z.strictObject({ RewardId: Id, IsBirthdayPointDeduct: orDefault(YN.default('N')) }))
      .max(20, 'At most 20 rewards at once'),
    /** Left out: the caller’s outlet. */
    CollectedOutletCode: optional(upperText(20)),
    Remarks: optional(reason),
  }),
  reply: z.strictObject({ rows: z.array(CustomerReward), Available: Points }),
})

export const addCustomerReward = change({
  path: '/reward/customer-rewards/add',
  access: { role: ['Redeem Rewards', 'Rewards'] },
  scope: rows(row('customer', 'CustomerId', 'looked up')),
  about,
  summary: 'Redeems a Premium Gift for a customer; a reward of any other type is issued, by head office',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    CustomerId: Id,
    RewardId: Id,
    /** Left out: the customer’s active membership. */
    MembershipNo: optional(membershipNumber),
    IsBirthdayPointDeduct: orDefault(YN.default('N')),
    CollectedOutletCode: optional(upperText(20)),
    Remarks: optional(reason),
  }),
  reply: Changed,
})

/** What became of one member of an issue. */
export const Issued = z.strictObject({
  MembershipNo: z.string(),
  /** null: nothing was issued. */
  ReferenceCode: z.string().nullable(),
  Refusal: Obstacle.nullable(),
})

export const issueRewards = change({
  path: '/reward/customer-rewards/issue',
  access: { role: 'Rewards' },
  scope: noRow('HQ', row('membership', 'MembershipNos', 'looked up')),
  about,
  summary:
    'Gives a reward to members, as winners of a contest or top spenders; whoever cannot have it is named with the reason',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    RewardId: Id,
    MembershipNos: z.array(membershipNumber).min(1, 'Required').max(1000),
    /** What it is given for: nobody gets it twice for the same. */
    Period: optional(text(40)),
    CollectedOutletCode: optional(upperText(20)),
    Remarks: optional(reason),
    /** Y: nothing is issued; the answer says who would have it and who would not. */
    DryRunYN: orDefault(YN.default('N')),
  }),
  /** Of a dry run: how many would have it, without their codes. */
  reply: z.strictObject({ Issued: z.int(), rows: z.array(Issued) }),
})

// CLAIM AND COLLECT.

export const claimReward = change({
  path: '/reward/customer-rewards/claim',
  access: { role: 'Claim Rewards' },
  scope: opens,
  about,
  summary: 'Hands a reward over: its voucher is assigned and, where it is paid at the claim, its points are taken',
  idempotent: true,
  body: oneNamed({ InvoiceNo, Remarks: optional(reason) }),
  reply: Changed,
})

export const collectReward = change({
  path: '/reward/customer-rewards/collect',
  access: { role: 'Collect Rewards' },
  scope: opens,
  about,
  summary: 'Hands a Premium Gift over that was redeemed before',
  idempotent: true,
  body: oneNamed({ InvoiceNo, VoucherNo: optional(upperText(40)), Remarks: optional(reason) }),
  reply: Changed,
})

// BACK, LATER, AND AWAY.

const cancels = { ReferenceCode, Reason: reason } as const

export const cancelClaim = change({
  path: '/reward/customer-rewards/cancel-claim',
  access: { role: 'Cancel Claim Rewards' },
  scope: lookedUp,
  about,
  summary:
    'Takes a claim back: voucher and stock return, and the points that it took; refused once the voucher was used',
  idempotent: true,
  body: z.strictObject(cancels),
  reply: Changed,
})

export const cancelRedeem = change({
  path: '/reward/customer-rewards/cancel-redeem',
  access: { role: 'Cancel Redeem Rewards' },
  scope: lookedUp,
  about,
  summary: 'Takes a redemption back before anything was handed over: the points return and the reserved stock is free',
  idempotent: true,
  body: z.strictObject(cancels),
  reply: Changed,
})

export const cancelCollect = change({
  path: '/reward/customer-rewards/cancel-collect',
  access: { role: 'Cancel Collect Rewards' },
  scope: lookedUp,
  about,
  summary: 'Takes a collection back once the item lies in the outlet again; it stays redeemed',
  idempotent: true,
  body: z.strictObject({
    ...cancels,
    /** Y: the item is physically back. */
    ItemBackYN: orDefault(YN.default('N')),
  }),
  reply: Changed,
})

export const extendReward = change({
  path: '/reward/customer-rewards/extend',
  access: { role: 'Rewards' },
  scope: noRow('HQ', row('customer reward', 'ReferenceCode', 'everyone')),
  about,
  summary: 'Gives a member longer to claim or collect a reward; head office only',
  idempotent: true,
  body: z.strictObject({ ReferenceCode, ValidityTo: DateOnly, Remarks: optional(reason) }),
  reply: Changed,
})

const anyCancel = ['Cancel Redeem Rewards', 'Cancel Claim Rewards', 'Cancel Collect Rewards'] as const

export const updateCustomerReward = change({
  path: '/reward/customer-rewards/update',
  access: { role: ['Rewards', 'Redeem Rewards', 'Claim Rewards', 'Collect Rewards', ...anyCancel] },
  scope: opens,
  about,
  summary:
    'Changes the remarks; a Status asks for the transition that leads there, with the role and under the guards of its own call',
  idempotent: true,
  body: z.strictObject({
    ReferenceCode,
    Status: CustomerRewardStatus.optional(),
    ...{ IdentifierType: Identifier.optional(), Identifier: text(254).optional() },
    InvoiceNo,
    VoucherNo: optional(upperText(40)),
    ValidityTo: DateOnly.optional(),
    ItemBackYN: YN.optional(),
    Remarks: optional(reason),
  }),
  reply: Changed,
})

export const deleteCustomerReward = change({
  path: '/reward/customer-rewards/delete',
  access: { role: 'Cancel Redeem Rewards' },
  scope: lookedUp,
  about,
  summary: 'Takes a reward that is Active away with the effects of a cancelled redemption, and marks it as Deleted',
  idempotent: true,
  body: z.strictObject({ ReferenceCode, Reason: optional(reason) }),
  reply: Changed,
})
