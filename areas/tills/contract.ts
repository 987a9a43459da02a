import { z } from 'zod'
import { Balance } from '#areas/memberships/contract/balance.ts'
import { History } from '#areas/points/contract.ts'
import { NewCancel, NewSale, PostedSale, sellsAt } from '#areas/sales/contract.ts'
import { actingOutlet, actsAt } from '#kit/contract/acting-outlet.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  BusinessDate,
  Decimal,
  Instant,
  InstantInput,
  longText,
  membershipNumber,
  optionalField,
  Points,
  PointsAmount,
  text,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

// ENDPOINTS FOR TILLS: reference data, exchanges, vouchers as payment, redemptions without a connection, and batches of queued requests.

const CodeAndName = z.strictObject({ Code: z.string(), Name: z.string() })

export const getTillReferenceData = read({
  method: 'GET',
  path: '/till/reference',
  access: { system: 'reference:read' },
  scope: unnamedRows('shared'),
  about: [],
  summary: 'Returns what a till has to know: outlets, brands, product groups, salespeople and the clock of the server',
  body: z.strictObject({}),
  reply: z.strictObject({
    /** Current time of the server; a reply with status 304 has it only in its Date header. */
    Now: Instant,
    /** Time zone of business dates, such as Asia/Kuala_Lumpur. */
    TimeZone: z.string(),
    Currency: z.string(),
    /** Code of the outlet to which the system account is bound; null if the calls of the account name the outlet. */
    OutletCode: z.string().nullable(),
    /** Codes of the outlets to which the system account is bound; empty if the account can name any outlet. */
    OutletCodes: z.array(z.string()),
    Outlets: z.array(CodeAndName.extend({ Phone: z.string().nullable() })),
    Brands: z.array(z.string()),
    ProductGroups: z.array(CodeAndName.extend({ ProductType: z.string(), EarnPointsYN: YN })),
    StockGroups: z.array(CodeAndName),
    Departments: z.array(CodeAndName),
    SalesPeople: z.array(CodeAndName.extend({ OutletCode: z.string() })),
    /** Values of the field Language for a new customer. */
    Languages: z.array(z.string()),
    /** The limits of redemptions without a connection. */
    Offline: z.strictObject({
      /** Points per member and day that tills can reserve by allowances; 0 if allowances are off. */
      AllowancePoints: Points,
      /** Hours for which an allowance is valid. */
      AllowanceHours: z.int(),
      /** Days after the end of an allowance during which its redemptions can be sent. */
      SettleDays: z.int(),
      /** Points per member and day that can be redeemed without an allowance; 0 if none. */
      RedemptionPoints: Points,
    }),
  }),
})

export const enterExchange = change({
  path: '/till/exchanges/add',
  access: { system: ['sales:write', 'sales:cancel'] },
  scope: unnamedRows(
    'own outlet',
    row('membership', 'Sale.MembershipNo', 'looked up'),
    row('sale', 'Return.OriginalInvoiceNo', 'own outlet'),
  ),
  about: ['sale', 'cancellation', 'membership'],
  summary: 'Takes back pieces and sells others in one transaction: both are entered or neither',
  status: 201,
  idempotent: true,
  outlet: sellsAt('Sale.OutletCode', 'Return.OutletCode'),
  body: z.strictObject({
    Return: NewCancel.omit({ TransactionType: true }),
    Sale: NewSale.omit({ TransactionType: true }),
  }),
  reply: z.strictObject({ Return: PostedSale, Sale: PostedSale }),
})

const voucherBody = z.strictObject({ VoucherNo: upperCaseText(40), SecurityCode: text(40) })
const voucherScope = namedRows(row('voucher', 'VoucherNo', 'everyone'))

export const checkVoucher = change({
  path: '/till/vouchers/check',
  access: { system: 'vouchers:use' },
  scope: voucherScope,
  about: ['voucher'],
  summary: 'Checks a voucher and its security code before it is taken as payment',
  body: voucherBody,
  reply: z.strictObject({
    VoucherNo: z.string(),
    VoucherType: z.string(),
    Value: Decimal,
    ExpiryDate: z.string().meta({ format: 'date' }),
    /** Reason why the voucher cannot be used as payment; null if it can be used. */
    Obstacle: z.enum(['notAssigned', 'used', 'expired', 'ended']).nullable(),
  }),
})

export const useVoucher = change({
  path: '/till/vouchers/use',
  access: { system: 'vouchers:use' },
  scope: voucherScope,
  about: ['voucher'],
  summary: 'Takes a voucher as payment of an invoice, once; for tills that do not report vouchers to the ERP',
  idempotent: true,
  outlet: actsAt('OutletCode'),
  body: voucherBody.extend({
    InvoiceNo: upperCaseText(40),
    UsedAt: InstantInput.optional(),
    OutletCode: actingOutlet,
  }),
  reply: z.strictObject({
    VoucherNo: z.string(),
    VoucherType: z.string(),
    Value: Decimal,
    InvoiceNo: z.string(),
    UsedAt: Instant,
  }),
})

const AllowanceText = text(400).describe(
  'The text of an allowance, as the server returned it. The till stores the text and does not interpret it',
)

export const addAllowance = change({
  path: '/till/allowances/add',
  access: { system: 'points:redeem' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['membership'],
  summary: 'Reserves points of a member for this till, which can redeem the points later without a connection',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    MembershipNo: membershipNumber,
    /** The most points to reserve; without it as many as the member has, up to the limit of the day. */
    Points: optionalField(PointsAmount),
    /** The register, if several registers share the account. Each register has one allowance per member. */
    TillNo: optionalField(upperCaseText(40)),
    OutletCode: actingOutlet,
  }),
  outlet: actsAt('OutletCode'),
  reply: z.strictObject({
    Allowance: AllowanceText,
    MembershipNo: z.string(),
    /** The reserved points, which may be fewer than requested. */
    Points,
    /** The last time of a redemption, by the clock of the till. */
    ValidUntil: Instant,
    /** The last business date on which a redemption can be sent; unused points are released afterwards. */
    SettleUntil: BusinessDate,
  }),
})

export const endAllowance = change({
  path: '/till/allowances/end',
  access: { system: 'points:redeem' },
  scope: unnamedRows('own outlet'),
  about: ['membership'],
  summary: 'Ends an allowance of this account, such as when the customer leaves; unused points are available again',
  idempotent: true,
  body: z.strictObject({ Allowance: AllowanceText, OutletCode: actingOutlet }),
  outlet: actsAt('OutletCode'),
  reply: z.strictObject({
    MembershipNo: z.string(),
    /** The released points; 0 if the allowance had ended or was used. */
    Points,
  }),
})

export const AllowanceObstacle = z.enum(['Invalid', 'OtherAccount', 'OtherMember', 'Expired', 'Ended', 'Used'])

export const enterRedemption = change({
  path: '/till/redemptions/add',
  access: { system: 'points:redeem' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['membership'],
  summary: 'Enters a redemption that took place at the till without a connection, with or without an allowance',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    MembershipNo: membershipNumber,
    Points: PointsAmount,
    /** The invoice that the points paid for, which may be sent later. An invoice takes points once. */
    InvoiceNo: upperCaseText(40),
    /** The time of the redemption by the clock of the till. */
    PerformedAt: InstantInput,
    Allowance: optionalField(AllowanceText),
    Remark: optionalField(longText(300)),
    OutletCode: actingOutlet,
  }),
  outlet: actsAt('OutletCode'),
  reply: z.strictObject({
    History,
    Balance,
    /** The points that the allowance covered. */
    AllowancePoints: Points,
    /** The reason why the sent allowance does not count; null if it counts or none was sent. */
    AllowanceObstacle: AllowanceObstacle.nullable(),
    /** The points that the member did not have and owes now. */
    OwedPoints: Points,
  }),
})

export const BATCH_CALLS_MAX = 500

export const sendCallBatch = change({
  path: '/till/batch',
  access: { system: 'sales:write' },
  scope: unnamedRows('own outlet'),
  about: ['sale', 'membership'],
  summary: 'Makes up to 500 calls that a till queued, in their order, each with its own key, transaction and result',
  body: z.strictObject({
    Calls: z
      .array(
        z.strictObject({
          /** Idempotency-Key of this request, which is the same on every attempt. */
          Key: z.string().regex(/^[\x21-\x7e]{1,200}$/),
          /** Path of an endpoint that accepts an Idempotency-Key, such as /point/redemption. */
          Path: z.string().max(200),
          Body: z.record(z.string(), z.unknown().describe('As the call itself takes it')),
        }),
      )
      .min(1)
      .max(BATCH_CALLS_MAX),
  }),
  reply: z.strictObject({
    /** Results in the order of the requests; after a 503 the remaining requests are not attempted and also get 503. */
    Results: z.array(
      z.strictObject({
        Key: z.string(),
        Status: z.int(),
        /** Response body of the request, or its error. */
        Reply: z.record(z.string(), z.unknown().describe('As the call itself replies')),
      }),
    ),
  }),
})
