import { z } from 'zod'
import { Decimal, Id, Instant, PersonName, Points, YN } from '#kit/contract/fields.ts'
import { readShape } from './sale-fields.ts'
import { CheckStatus } from './sales-to-check.ts'

// SALES AND CANCELLATIONS as they were posted, with their lines.

/** N is a sale, C returns one, whole or in part. */
export const TransactionType = z.enum(['N', 'C'])
export const Source = z.enum(['POS', 'Manual', 'Import'])
export const LINES_MAX = 200
/** PerformedAt and InvoiceNo ascending, TotalAmount descending: one order, which no SortDirection turns round. */
export const AS_SPECIFIED = 'PerformedAt,InvoiceNo,TotalAmount'

/** What a campaign added to a sale. */
export const Bonus = z.strictObject({ Code: z.string(), Name: z.string(), Points })

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
  ...readShape,
  TotalAmount: Decimal,
  Discount: Decimal,
  Tax: Decimal,
  TradeIn: Decimal,
  VoucherAmount: Decimal,
  NetAmount: Decimal,
  /** With the sign of what it moved: a cancellation takes. */
  NetMoved: Decimal,
  PerformedAt: Instant,
  BusinessDate: z.string(),
  Source,
  /** What its lines earned. */
  EarnedPoints: Points,
  /** What campaigns added to that. */
  BonusPoints: Points,
  ReversedPoints: Points,
  PointsMoved: Points,
  /** How much of a sale was returned so far. */
  CancelState: z.enum(['None', 'Part', 'Whole']),
  /** When a walk-in sale was given to its member afterwards. */
  AssignedAt: Instant.nullable(),
  /** Whether a second person had to approve it: while it waits, and where nobody did, the sale counts for nothing. */
  ApprovalStatus: z.enum(['Pending', 'Approved', 'Rejected', 'Withdrawn']).nullable(),
  /** What it will earn once it is approved. */
  PointsPending: Points,
  /** Lines that do not agree and earn nothing until somebody has looked at them. */
  LinesToCheck: z.int().min(0),
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
  StockGroup: z.string().nullable(),
  Quantity: Decimal,
  Weight: Decimal.nullable(),
  UnitPrice: Decimal,
  Discount: Decimal,
  Tax: Decimal,
  NetAmount: Decimal,
  SerialNo: z.string().nullable(),
  CertificateNo: z.string().nullable(),
  EligibleYN: YN,
  CancelledQuantity: Decimal,
  PointsEarned: Points,
  PointsReversed: Points,
  /** Waiting: it does not agree and earns nothing yet. */
  CheckStatus: CheckStatus.nullable(),
})
export type Detail = z.infer<typeof Detail>

export const SummaryWithDetails = Summary.extend({
  Details: z.array(Detail),
  /** What campaigns added, each by itself. */
  Bonuses: z.array(Bonus),
})
export type SummaryWithDetails = z.infer<typeof SummaryWithDetails>

export const maySee = { role: ['Customer Transaction', 'Customer'] } as const

/** What the address of a call calls them, and the kind of row it is about. */
export const kinds = { normal: 'sale', cancel: 'cancellation' } as const
