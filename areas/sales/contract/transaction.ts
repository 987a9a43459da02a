import { z } from 'zod'
import { SalePoints } from '#areas/customers/contract/sale-points.ts'
import { BusinessDate, Decimal, Id, Instant, Money, PersonName, Points, YN } from '#kit/contract/fields.ts'
import { saleReplyFields } from './sale-fields.ts'
import { CheckStatus, SaleCheckReason } from './sales-to-check.ts'

// Posted sales and cancellations with their lines.

/** N: a sale. C: a cancellation of a sale, in whole or in part. */
export const TransactionType = z
  .enum(['N', 'C'])
  .describe('N: a sale. C: a cancellation of a sale, in whole or in part')
export const SaleSource = z.enum(['POS', 'Manual', 'Import'])
export const LINES_MAX = 200
/** Sorts by PerformedAt and InvoiceNo ascending, then TotalAmount descending; ignores SortDirection. */
export const SPECIFIED_SORT = 'PerformedAt,InvoiceNo,TotalAmount'

/** The bonus of one campaign on a sale. */
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
  /** Negative for a cancellation. */
  NetMoved: Money,
  PerformedAt: Instant,
  BusinessDate,
  Source: SaleSource,
  /** Points earned by the lines. */
  EarnedPoints: Points,
  /** Points added by campaigns. */
  BonusPoints: Points,
  ReversedPoints: Points,
  PointsMoved: Points,
  /** Extent of the returns of a sale: nothing, a part, or the whole sale. */
  CancelState: z.enum(['None', 'Part', 'Whole']),
  /** The time at which a walk-in sale was assigned to its member. */
  AssignedAt: Instant.nullable(),
  /** State of the approval, if the sale needed approval. A pending or rejected sale does not count. */
  ApprovalStatus: z.enum(['Pending', 'Approved', 'Rejected', 'Withdrawn']).nullable(),
  /** Points that the sale earns once it is approved. */
  PointsPending: Points,
  /** Number of lines with unknown goods or inconsistent amounts, which earn nothing until staff settle them. */
  LinesToCheck: z.int().min(0),
  /** Open reasons to check the whole document: the till's clock was wrong, or its membership number is unknown. */
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
  /** Waiting: the line is inconsistent and does not earn points yet. */
  CheckStatus: CheckStatus.nullable(),
})
export type Detail = z.infer<typeof Detail>

export const SummaryWithDetails = Summary.extend({
  Details: z.array(Detail),
  /** Bonuses, one per campaign. */
  Bonuses: z.array(SaleBonus),
  /** The parts of the points. */
  SalePoints,
  /** Names of the codes; null for a code without a name. */
  OutletName: z.string().nullable(),
  SalesPersonName: PersonName.nullable(),
  DepartmentName: z.string().nullable(),
})
export type SummaryWithDetails = z.infer<typeof SummaryWithDetails>

export const transactionAccess = { role: ['Customer Transaction', 'Customer'], system: 'sales:read' } as const

/** The last segment of the route and the row kind, by transaction type. */
export const transactionKinds = { normal: 'sale', cancel: 'cancellation' } as const
