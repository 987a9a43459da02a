import { z } from 'zod'
import { SalePoints } from '#areas/customers/contract/sale-points.ts'
import { Balance } from '#areas/memberships/contract/balance.ts'
import { actingOutlet, actsAt } from '#kit/contract/acting-outlet.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  BusinessDate,
  DateOnly,
  Decimal,
  fieldWithDefault,
  Id,
  Instant,
  longText,
  Money,
  membershipNumber,
  optionalField,
  PersonName,
  Points,
  PointsAmount,
  text,
  upperCaseFilter,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply, pagingFields } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

export const HistoryType = z.enum([
  'Earn',
  'Bonus',
  'Referral',
  'Adjust In',
  'Adjust Out',
  'Redeem',
  'Redeem Refund',
  'Reversal',
  'Expire',
  'Reinstate',
  'Merge In',
  'Merge Out',
  'Arrears Recovery',
  'Opening Balance',
])

/** A row of the ledger: every movement of a member's points. */
export const History = z.strictObject({
  HistoryId: Id,
  SequenceNo: z.int(),
  MembershipNo: z.string(),
  BalanceType: z.string(),
  TransactionType: HistoryType,
  /** Number of points: positive if the movement added points, negative if it deducted points. */
  Points,
  PointAmount: Points,
  PointReversed: Points,
  PointUtilized: Points,
  PointExpired: Points,
  /** Points of a debit that no lot covered, so the member still owes them. */
  PointOwed: Points,
  BusinessDate,
  EarnedAt: Instant.nullable(),
  AvailableFrom: BusinessDate.nullable(),
  ExpiryDate: BusinessDate.nullable(),
  InvoiceNo: z.string().nullable(),
  TransactionId: Id.nullable(),
  ReferenceCode: z.string().nullable(),
  ObjectType: z.string(),
  ObjectValue: z.string(),
  ReasonCode: z.string().nullable(),
  Remark: z.string().nullable(),
  OutletCode: z.string().nullable(),
  StaffName: PersonName.nullable(),
  Status: z.enum(['Active', 'Pending approval', 'Reversed', 'Deleted']),
  CreatedAt: Instant,
})
export type History = z.infer<typeof History>

export const ExpiryBucket = z.strictObject({ Year: z.int(), Month: z.int(), TotalPointToExpire: Points })

export const pointRefusals = {
  memberNotFound: refusal(404, 'points.member_not_found', 'Customer Membership Not Found.'),
  statementNotFound: refusal(404, 'points.statement_not_found', 'Record not found'),
  notActive: refusal(409, 'points.not_active', 'Customer is not Active'),
  contactHeld: refusal(409, 'points.contact_held', 'Contact details changed on {Date}; confirm the customer in person'),
  notEnough: refusal(409, 'points.not_enough', 'Not enough points: {Available} available'),
  saleNotFound: refusal(404, 'points.sale_not_found', 'Invoice {InvoiceNo} does not exist'),
  saleOfOther: refusal(409, 'points.sale_of_other', 'Invoice {InvoiceNo} belongs to another member'),
  saleCancelled: refusal(409, 'points.sale_cancelled', 'Invoice {InvoiceNo} was cancelled'),
  awardedAlready: refusal(
    409,
    'points.awarded_already',
    'Points for invoice {InvoiceNo} have already been awarded on {Date}',
  ),
  needsApproval: refusal(
    409,
    'points.needs_approval',
    'Invoice {InvoiceNo} was entered by hand and needs approval. Link it to its member in Customer Transaction',
  ),
  earnsNothing: refusal(409, 'points.earns_nothing', 'Invoice {InvoiceNo} earns no points under the current rules'),
  entryNotFound: refusal(404, 'points.entry_not_found', 'Record not found'),
  notARedemption: refusal(409, 'points.not_a_redemption', 'Only a redemption can be refunded'),
  ofReward: refusal(
    409,
    'points.of_reward',
    'These points were redeemed for reward {ReferenceCode}. Cancel its claim to refund them',
  ),
  refundedAlready: refusal(409, 'points.refunded_already', 'This redemption has already been refunded'),
  usedTwice: refusal(409, 'points.used_twice', 'Points for {ObjectType} {ObjectValue} have already been redeemed'),
  allowanceLimit: refusal(
    409,
    'points.allowance_limit',
    'At most {Limit} points per member and day can be reserved for tills',
  ),
  nothingToReserve: refusal(409, 'points.nothing_to_reserve', 'The member has no points that can be reserved'),
  allowanceNotFound: refusal(404, 'points.allowance_not_found', 'Record not found'),
  offlineLimit: refusal(
    409,
    'points.offline_limit',
    'At most {Rest} points of this offline redemption can be taken: the limit without an allowance is {Limit} points per member and day',
  ),
  noArrears: refusal(409, 'points.no_arrears', 'The negative balance of this member is {Arrears} points'),
}

const membershipNo = membershipNumber
const maySee = {
  role: ['Customer', 'Customer Transaction', 'Member Point Statement', 'Point Adjustment'],
  system: 'members:read',
} as const

export const getPointBalance = read({
  path: '/point/balances/find-one',
  access: maySee,
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Returns a member’s balance with its expiry dates',
  body: z.strictObject({ MembershipNo: membershipNo }),
  reply: Balance.extend({ Expiries: z.array(ExpiryBucket) }),
})

export const listPointHistory = read({
  path: '/point/histories/find-all',
  access: maySee,
  scope: namedRows(row('membership', 'Search.MembershipNo', 'looked up')),
  summary: 'Lists the ledger rows of a member',
  body: pageQuery(
    {
      MembershipNo: membershipNo,
      TransactionType: HistoryType,
      InvoiceNo: upperCaseFilter,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 20, sort: ['SequenceNo', 'BusinessDate'], direction: 'DESC' },
  ),
  reply: pageReply(History),
})

/** A ledger row of the statement, and the balance after it. */
export const StatementRow = History.pick({
  HistoryId: true,
  SequenceNo: true,
  BusinessDate: true,
  TransactionType: true,
  Points: true,
  InvoiceNo: true,
  ReferenceCode: true,
  OutletCode: true,
  Remark: true,
  ExpiryDate: true,
  CreatedAt: true,
}).extend({
  Balance: Points,
  /** Points of the sale or return, split into their parts; null for other movements. */
  SalePoints: SalePoints.nullable(),
})

export const getPointStatement = read({
  path: '/point/statements/find-one',
  access: maySee,
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary:
    'Returns a member’s points between two dates: opening balance, movements in order, closing balance, expiry schedule',
  body: z.strictObject({
    MembershipNo: membershipNo,
    DateFrom: optionalField(DateOnly),
    DateTo: optionalField(DateOnly),
    ...pagingFields(10),
  }),
  reply: z.strictObject({
    MembershipNo: z.string(),
    FullName: z.string(),
    Opening: Points,
    Closing: Points,
    rows: z.array(StatementRow),
    /** Number of movements on all pages. */
    count: z.int(),
    Balance,
    Expiries: z.array(ExpiryBucket),
  }),
})

const ExplainedLine = z.strictObject({
  SequenceNo: z.int(),
  Description: z.string().nullable(),
  Brand: z.string(),
  ProductGroup: z.string().nullable(),
  ProductGroupName: z.string().nullable(),
  NetAmount: Money,
  EligibleYN: z.enum(['Y', 'N']),
  /** Part of the net amount that earns points, without the part paid by voucher or trade-in. */
  EarningAmount: Decimal,
  /** Amount and points of the applied rate period: "RM 10.00 earns 1.00 points". */
  RateAmount: Decimal.nullable(),
  PointRate: Decimal.nullable(),
  RateName: z.string().nullable(),
  /** Exact + Limit + Rounding = PointsEarned, for each line and for the whole sale. */
  Exact: Decimal,
  /** Points subtracted or added by a cap, the minimum spend or a negative line. */
  Limit: Decimal,
  Rounding: Decimal,
  PointsEarned: Points,
})

/** One lot of a balance with its source, the rules that earned its points, and its uses. */
export const ExplainedLot = z.strictObject({
  HistoryId: Id,
  TransactionType: HistoryType,
  BusinessDate: z.string(),
  InvoiceNo: z.string().nullable(),
  OutletCode: z.string().nullable(),
  StaffName: PersonName.nullable(),
  Remark: z.string().nullable(),
  PointAmount: Points,
  PointReversed: Points,
  PointUtilized: Points,
  PointExpired: Points,
  Remaining: Points,
  AvailableFrom: z.string().nullable(),
  ExpiryDate: z.string().nullable(),
  StructureName: z.string().nullable(),
  StructureMultiplier: Decimal.nullable(),
  /** Point multiplier on the day of the sale; in the birthday month, the birthday multiplier if higher. */
  LevelMultiplier: Decimal.nullable(),
  /** Card category on the day of the sale; the level of the category defines the multiplier. */
  CardCategoryName: z.string().nullable(),
  BirthdayYN: z.enum(['Y', 'N']),
  /** A campaign's bonus on a sale: a fixed number of points, or a multiple of the points of these lines. */
  Campaign: z
    .strictObject({
      Code: z.string(),
      Name: z.string(),
      AwardPoint: Points.nullable(),
      Multiplier: Decimal.nullable(),
      MinimumPurchase: Decimal.nullable(),
      Lines: z.array(z.int()),
    })
    .nullable(),
  Lines: z.array(ExplainedLine),
  /** Totals of all lines; Exact is null for a sale that was entered before exact points were stored. */
  Whole: z
    .strictObject({
      NetAmount: Money,
      Exact: Decimal.nullable(),
      Limit: Decimal.nullable(),
      Rounding: Decimal.nullable(),
      PointsEarned: Points,
    })
    .nullable(),
  Uses: z.array(
    z.strictObject({
      HistoryId: Id,
      TransactionType: HistoryType,
      BusinessDate: z.string(),
      Kind: z.string(),
      Points,
      InvoiceNo: z.string().nullable(),
      /** Reference code of the customer reward paid with the points; the remark names the reward. */
      ReferenceCode: z.string().nullable(),
      Remark: z.string().nullable(),
      /** Names of the returned goods, if a return of the sale used the points; otherwise null. */
      Returned: z.string().nullable(),
    }),
  ),
})
export type ExplainedLot = z.infer<typeof ExplainedLot>

export const explainPoints = read({
  path: '/point/explain',
  access: maySee,
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Explains a balance by its lots, their invoices and lines, the rate periods and the staff who entered them',
  body: z.strictObject({
    MembershipNo: membershipNo,
    /** Invoice number of one sale, to whose lots the reply is limited. */
    InvoiceNo: optionalField(upperCaseText(40)),
    /** Y: includes lots that are used up. */
    UsedYN: fieldWithDefault(YN.default('N')),
    Page: z.int().min(1).max(10_000).default(1),
    Rows: z.int().min(1).max(100).default(20),
  }),
  reply: z.strictObject({
    MembershipNo: z.string(),
    Balance,
    /** Points of the requested sale, split into their parts. */
    SalePoints: SalePoints.nullable(),
    Arrears: z.array(StatementRow.omit({ Balance: true, SalePoints: true }).extend({ PointOwed: Points })),
    count: z.int(),
    rows: z.array(ExplainedLot),
  }),
})

export const awardSalePoints = change({
  path: '/point/award',
  access: { role: ['Customer Transaction', 'Point Adjustment'], system: 'sales:write' },
  scope: namedRows(row('sale', 'InvoiceNo', 'own outlet'), row('membership', 'MembershipNo', 'looked up')),
  summary: 'Awards the points of an invoice that was entered without earning; the server computes them',
  idempotent: true,
  status: 201,
  body: z.strictObject({ MembershipNo: membershipNo, InvoiceNo: upperCaseText(40) }),
  reply: z.strictObject({
    MembershipNo: z.string(),
    InvoiceNo: z.string(),
    EarnedPoints: Points,
    /** Points added by campaigns. */
    BonusPoints: Points,
    ExpiryDate: z.string().nullable(),
    Balance,
  }),
})

export const redeemPoints = change({
  path: '/point/redemption',
  access: { role: 'Redeem Rewards', system: 'points:redeem' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['membership'],
  summary: 'Redeems points of a member, soonest expiry first',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    MembershipNo: membershipNo,
    Points: PointsAmount,
    ObjectType: text(40).describe(
      'The kind of object that the points pay for. With Invoice, and the invoice number as ObjectValue, a return of its goods refunds them in proportion',
    ),
    ObjectValue: text(100),
    Remark: optionalField(longText(300)),
    OutletCode: actingOutlet,
  }),
  outlet: actsAt('OutletCode'),
  reply: z.strictObject({ History, Balance }),
})

export const refundRedemption = change({
  path: '/point/redemption/refund',
  access: { role: 'Cancel Redeem Rewards', system: 'points:redeem:cancel' },
  scope: namedRows(row('ledger entry', 'HistoryId', 'looked up')),
  about: ['membership'],
  summary: 'Refunds the points of a redemption with their expiry dates, extended to at least the days of grace',
  idempotent: true,
  status: 201,
  body: z.strictObject({ HistoryId: Id, Remark: longText(300), OutletCode: actingOutlet }),
  outlet: actsAt('OutletCode'),
  reply: z.strictObject({ Refunded: Points, Balance }),
})

export const waiveArrears = change({
  path: '/point/arrears/waive',
  access: { role: 'Customer', privilege: 'Waive Arrears' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Waives points that a member owes after a return; head office only, with a reason',
  idempotent: true,
  status: 201,
  body: z.strictObject({ MembershipNo: membershipNo, Points: PointsAmount, Remark: longText(300) }),
  reply: z.strictObject({ Waived: Points, Balance }),
})
