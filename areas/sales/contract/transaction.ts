import { z } from 'zod'
import { SalePoints } from '#areas/customers/contract/sale-points.ts'
import { BusinessDate, Decimal, Id, Instant, Money, PersonName, Points, YN } from '#kit/contract/fields.ts'
import { saleReplyFields } from './sale-fields.ts'
import { CheckStatus, SaleCheckReason } from './sales-to-check.ts'

// Stored sales and cancellations with their lines.

/** N: a sale. C: a cancellation of a sale, in whole or in part. */
export const TransactionType = z
  .enum(['N', 'C'])
  .describe('N: a sale. C: a cancellation of a sale, in whole or in part')
export const SaleSource = z.enum(['POS', 'Manual', 'Import'])
export const LINES_PER_SALE_MAX = 200
/** Sort option of the specification: PerformedAt and InvoiceNo ascending, TotalAmount descending; no SortDirection. */
export const SPECIFIED_SORT_OPTION = 'PerformedAt,InvoiceNo,TotalAmount'

/** Bonus points of one campaign on a sale. */
export const SaleBonus = z.strictObject({ Code: z.string(), Name: z.string(), Points })

export const Summary = z.strictObject({
  TransactionId: Id,
  SalesOrder: z.string().nullable(),
  TransactionType,
  InvoiceNo: z.string(),
  OriginalInvoiceNo: z.string().nullable(),
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  OutletCode: z.string(),
  ...saleReplyFields,
  TotalAmount: Money,
  Discount: Money,
  Tax: Money,
  TradeIn: Money,
  VoucherAmount: Money,
  NetAmount: Money,
  /** Net amount; negative for a cancellation. */
  NetMoved: Money,
  PerformedAt: Instant,
  BusinessDate,
  Source: SaleSource,
  /** Points earned by the lines of the sale. */
  EarnedPoints: Points,
  /** Points that campaigns added to the sale. */
  BonusPoints: Points,
  ReversedPoints: Points,
  PointsMoved: Points,
  /** Extent to which a sale was returned: not at all, a part, or the whole sale. */
  CancelState: z.enum(['None', 'Part', 'Whole']),
  /** Time at which the walk-in sale was assigned to its member. */
  AssignedAt: Instant.nullable(),
  /** Status of the sale's approval, if one was needed; a pending or rejected sale does not count. */
  ApprovalStatus: z.enum(['Pending', 'Approved', 'Rejected', 'Withdrawn']).nullable(),
  /** Points that the sale will earn when it is approved. */
  PointsPending: Points,
  /** Number of lines with unknown goods or inconsistent amounts, which earn nothing until staff check them. */
  LinesToCheck: z.int().min(0),
  /** Reasons why the whole document still has to be checked: wrong time of the till, or unknown membership number. */
  ChecksWaiting: z.array(SaleCheckReason),
  Remarks: z.string().nullable(),
})
export type Summary = z.infer<typeof Summary>

export const Detail = z.strictObject({
  TransactionId: Id,
  SalesOrder: z.string().nullable(),
  InvoiceNo: z.string(),
  SequenceNo: z.int(),
  OldSequenceNo: z.int().nullable(),
  ItemCode: z.string().nullable(),
  Description: z.string().nullable(),
  Brand: z.string(),
  ProductType: z.string().nullable(),
  ProductGroup: z.string().nullable(),
  ProductGroupName: z.string().nullable(),
  StockGroup: z.string().nullable(),
  Quantity: Decimal,
  Weight: Decimal.nullable(),
  UnitPrice: Decimal,
  Discount: Money,
  Tax: Money,
  NetAmount: Money,
  SerialNo: z.string().nullable(),
  CertificateNo: z.string().nullable(),
  EligibleYN: YN,
  CancelledQuantity: Decimal,
  PointsEarned: Points,
  PointsReversed: Points,
  /** Status of the line's check; a Waiting line is inconsistent and does not earn points yet. */
  CheckStatus: CheckStatus.nullable(),
})
export type Detail = z.infer<typeof Detail>

export const SummaryWithDetails = Summary.extend({
  Details: z.array(Detail),
  /** Bonuses of the sale, one per campaign. */
  Bonuses: z.array(SaleBonus),
  /** Parts that add up to the points of the sale. */
  SalePoints,
  /** Name of the outlet; null if the outlet code has no name. */
  OutletName: z.string().nullable(),
  SalesPersonName: PersonName.nullable(),
  DepartmentName: z.string().nullable(),
})
export type SummaryWithDetails = z.infer<typeof SummaryWithDetails>

export const transactionAccess = { role: ['Customer Transaction', 'Customer'], system: 'sales:read' } as const

/** Row kind and last segment of the route of a sale and of a cancellation. */
export const transactionKindNames = { normal: 'sale', cancel: 'cancellation' } as const
