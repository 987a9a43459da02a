import { z } from 'zod'
import { RequestAbout } from '#areas/approvals/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  code,
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  InstantInput,
  longText,
  MoneyFromZero,
  membershipFilter,
  membershipNumber,
  optional,
  Points,
  QuantityInput,
  text,
  UnitPriceInput,
  upperFilter,
  upperText,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { readShape, writeShape } from './contract/sale-fields.ts'
import { CheckStatus, INVOICE_MAX } from './contract/sales-to-check.ts'

export * from './contract/sales-to-check.ts'

/** N is a sale, C returns one, whole or in part. */
export const TransactionType = z.enum(['N', 'C'])
export const Source = z.enum(['POS', 'Manual', 'Import'])
export const LINES_MAX = 200
/** PerformedAt and InvoiceNo ascending, TotalAmount descending: one order, which no SortDirection turns round. */
export const AS_SPECIFIED = 'PerformedAt,InvoiceNo,TotalAmount'
/** How far back an entry may be dated (specification 5: two years ago to tomorrow). */
export const ENTRY_YEARS_BACK = 2

export const Summary = z.strictObject({
  TransactionId: Id,
  SalesOrder: z.string().nullable(),
  TransactionType,
  InvoiceNo: z.string(),
  OriginalInvoiceNo: z.string().nullable(),
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: z.string().nullable(),
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
  EarnedPoints: Points,
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

export const SummaryWithDetails = Summary.extend({ Details: z.array(Detail) })
export type SummaryWithDetails = z.infer<typeof SummaryWithDetails>

const positive = (value: string) => !value.startsWith('-') && !/^0(\.0*)?$/.test(value)

/** A line of a sale. NetAmount is what counts: after discount, without tax; left out, it is Quantity × UnitPrice − Discount. */
export const NewDetail = z.strictObject({
  SequenceNo: z.int().min(1).max(9999).optional(),
  ItemCode: optional(upperText(40)),
  Description: optional(text(200)),
  Brand: text(60),
  ProductType: optional(text(60)),
  ProductGroup: optional(code(40)),
  StockGroup: optional(text(40)),
  Quantity: QuantityInput.refine(positive, 'Must be more than 0').default('1.000'),
  Weight: optional(QuantityInput),
  UnitPrice: UnitPriceInput.refine((value) => !value.startsWith('-'), 'Must not be negative'),
  Discount: MoneyFromZero.default('0.00'),
  Tax: MoneyFromZero.default('0.00'),
  NetAmount: MoneyFromZero.optional(),
  SerialNo: optional(text(60)),
  CertificateNo: optional(text(60)),
  EligibleYN: YN.default('Y'),
})

/** A line to return: all that is left of it, or a part. */
export const CancelDetail = z.strictObject({
  OldSequenceNo: z.int().min(1).max(9999),
  Quantity: QuantityInput.refine(positive, 'Must be more than 0').optional(),
})

/** Left out, the whole sale is returned, or what is left of it; a list names at least one line. */
const linesToCancel = z
  .array(CancelDetail)
  .min(1, 'Name the lines, or leave Details out to cancel all of them')
  .max(LINES_MAX)
  .optional()

const head = {
  SalesOrder: optional(upperText(INVOICE_MAX)),
  InvoiceNo: upperText(INVOICE_MAX),
  OutletCode: optional(code(20)),
  ...writeShape,
  PerformedAt: InstantInput.optional(),
  Remarks: optional(longText(500)),
}

export const NewSale = z.strictObject({
  TransactionType: z.literal('N'),
  ...head,
  MembershipNo: optional(membershipNumber),
  /** What the customer pays: the lines' NetAmount and Tax. Checked when given. */
  TotalAmount: MoneyFromZero.optional(),
  Discount: MoneyFromZero.optional(),
  Tax: MoneyFromZero.optional(),
  TradeIn: MoneyFromZero.default('0.00'),
  VoucherAmount: MoneyFromZero.default('0.00'),
  Details: z.array(NewDetail).max(LINES_MAX).default([]),
})

export const NewCancel = z.strictObject({
  TransactionType: z.literal('C'),
  ...head,
  /** Without a number of its own a cancellation is called after its sale: INV1-C1. */
  InvoiceNo: optional(upperText(INVOICE_MAX)),
  /** Left out, the sale is found by its SalesOrder. */
  OriginalInvoiceNo: optional(upperText(INVOICE_MAX)),
  MembershipNo: optional(membershipNumber),
  Details: linesToCancel,
})

export const refusals = {
  notFound: refusal(404, 'sales.not_found', 'Record not found'),
  memberNotFound: refusal(404, 'sales.member_not_found', 'Customer Membership Not Found.'),
  invoiceExists: refusal(409, 'sales.invoice_exists', 'Invoice {InvoiceNo} has already been entered'),
  outletNotFound: refusal(404, 'sales.outlet_not_found', 'Outlet {OutletCode} does not exist'),
  otherOutlet: refusal(403, 'sales.other_outlet', 'You can only enter sales of your own outlet'),
  outletRequired: refusal(400, 'sales.outlet_required', 'Choose the outlet'),
  totalMismatch: refusal(409, 'sales.total_mismatch', 'The lines add up to {Lines}, but the total is {Total}'),
  discountAboveLine: refusal(409, 'sales.discount_above_line', 'The discount of line {Line} is more than its price'),
  netMismatch: refusal(
    409,
    'sales.net_mismatch',
    'The net amount of line {Line} is {NetAmount}, but quantity, price and discount give {Expected}',
  ),
  brandNotFound: refusal(409, 'sales.brand_not_found', 'There is no brand {Brand} in the list of brands'),
  productGroupNotFound: refusal(409, 'sales.product_group_not_found', 'There is no product group {ProductGroup}'),
  aboveTotal: refusal(
    409,
    'sales.above_total',
    'The lines of invoice {InvoiceNo} would add up to {Lines}, but its total is {Total}',
  ),
  tooManyPoints: refusal(409, 'sales.too_many_points', 'This would earn more than {Most} points'),
  ownSale: refusal(403, 'sales.own_sale', 'Another user must enter, return and approve your own sale'),
  notYourEntry: refusal(
    403,
    'sales.not_your_entry',
    'You can only add lines to a sale that you entered today. Invoice {InvoiceNo} is not one',
  ),
  waitsForApproval: refusal(409, 'sales.waits_for_approval', 'Invoice {InvoiceNo} is pending approval by another user'),
  notApproved: refusal(409, 'sales.not_approved', 'Invoice {InvoiceNo} was not approved and has no effect'),
  notWaiting: refusal(409, 'sales.not_waiting', 'Invoice {InvoiceNo} is not pending approval'),
  checkedAlready: refusal(
    409,
    'sales.checked_already',
    'Line {Line} of invoice {InvoiceNo} has already been checked by {DecidedBy}',
  ),
  nothingMapped: refusal(400, 'sales.nothing_mapped', 'Choose the brand or the product group'),
  originalRequired: refusal(400, 'sales.original_required', 'Enter the invoice or the sales order to cancel'),
  ordersOfSeveral: refusal(
    409,
    'sales.orders_of_several',
    'Sales order {SalesOrder} is on {Count} invoices. Enter the invoice',
  ),
  dateInFuture: refusal(409, 'sales.date_in_future', 'The date cannot be in the future'),
  paidAboveTotal: refusal(409, 'sales.paid_above_total', 'Voucher and trade-in exceed the sale'),
  sameLineTwice: refusal(400, 'sales.same_line_twice', 'Line {Line} appears twice'),
  dateOutOfRange: refusal(409, 'sales.date_out_of_range', 'The date must be within the last two years'),
  cancelDateOutOfRange: refusal(
    409,
    'sales.cancel_date_out_of_range',
    'The date of a cancellation must be between its sale and now',
  ),
  lineNotFound: refusal(404, 'sales.line_not_found', 'Line {Line} is not on invoice {InvoiceNo}'),
  arrearsNeedHeadOffice: refusal(
    409,
    'sales.arrears_need_head_office',
    '{Points} points of {InvoiceNo} have been spent. Only head office can cancel it',
  ),
  nothingLeft: refusal(409, 'sales.nothing_left', 'Nothing is left to cancel on invoice {InvoiceNo}'),
  moreThanSold: refusal(409, 'sales.more_than_sold', 'Line {Line}: only {Left} left to cancel'),
  otherMember: refusal(409, 'sales.other_member', 'Invoice {InvoiceNo} belongs to another member'),
  assignedAlready: refusal(409, 'sales.assigned_already', 'Invoice {InvoiceNo} is already linked to a member'),
  assignTooLate: refusal(
    409,
    'sales.assign_too_late',
    'Invoice {InvoiceNo} is dated {Date}. A sale can be linked to a member within {Days} days',
  ),
  assignCancelled: refusal(
    409,
    'sales.assign_cancelled',
    'Invoice {InvoiceNo} was cancelled, in whole or in part, and cannot be linked to a member',
  ),
  notAssigned: refusal(
    409,
    'sales.not_assigned',
    'Invoice {InvoiceNo} was not linked to its member afterwards, so it cannot be unlinked',
  ),
  alreadyReturned: refusal(
    409,
    'sales.already_taken_back',
    'Invoice {InvoiceNo} was cancelled, in whole or in part, and cannot be unlinked',
  ),
  pointsUsed: refusal(409, 'sales.points_used', '{Points} points of invoice {InvoiceNo} have been used'),
  ledToLevel: refusal(409, 'sales.led_to_level', 'The card category of the member is based on invoice {InvoiceNo}'),
  headOfficeOnly: refusal(403, 'sales.head_office_only', 'Only head office can unlink a sale from its member'),
  alreadyCancelled: refusal(
    409,
    'sales.already_cancelled',
    'Invoice {InvoiceNo} was cancelled in part; no line can be added',
  ),
}

const mayEnter = { role: 'Customer Transaction', system: 'sales:write' } as const
const maySee = { role: ['Customer Transaction', 'Customer'] } as const

/** A sale or cancellation as it was posted, and how its member stands after it. */
const Posted = SummaryWithDetails.extend({
  /** What the member can spend now; null for a walk-in sale. */
  PointsAvailable: Points.nullable(),
  /** What the member still owes after a return of points that were spent. */
  PointsOwed: Points.nullable(),
  ExpiryDate: z.string().nullable(),
})

export const addTransaction = change({
  path: '/customer/memberships/transaction-summaries/add',
  access: mayEnter,
  scope: noRow(
    'own outlet',
    row('membership', 'MembershipNo', 'looked up'),
    row('sale', 'OriginalInvoiceNo', 'own outlet'),
  ),
  about: ['sale', 'membership'],
  summary: 'Enters a sale or a cancellation with its lines; points are earned or taken back in the same transaction',
  status: 201,
  idempotent: true,
  body: z.discriminatedUnion('TransactionType', [NewSale, NewCancel]),
  reply: Posted,
})

/** A line of a sale before and after a cancellation: what is left of it. */
export const PreviewedLine = z.strictObject({
  SequenceNo: z.int(),
  QuantityBefore: Decimal,
  QuantityAfter: Decimal,
  AmountBefore: Decimal,
  AmountAfter: Decimal,
  PointsBefore: Points,
  PointsAfter: Points,
})
export type PreviewedLine = z.infer<typeof PreviewedLine>

export const previewCancel = read({
  path: '/customer/transaction-summaries/cancel/preview',
  access: { role: 'Customer Transaction' },
  scope: rows(row('sale', 'OriginalInvoiceNo', 'own outlet')),
  summary: 'What a cancellation would do to each line and to the member’s points, without doing it',
  body: z.strictObject({
    OriginalInvoiceNo: upperText(INVOICE_MAX),
    Details: linesToCancel,
  }),
  reply: z.strictObject({
    InvoiceNo: z.string(),
    /** Null: a walk-in sale, whose cancellation moves no points. */
    MembershipNo: z.string().nullable(),
    Lines: z.array(PreviewedLine),
    PointsBack: Points,
    AvailableBefore: Points,
    AvailableAfter: Points,
    ArrearsBefore: Points,
    ArrearsAfter: Points,
  }),
})

const saleKey = upperText(INVOICE_MAX)

export const assignSale = change({
  path: '/customer/transaction-summaries/normal/assign',
  access: { role: 'Customer Transaction' },
  scope: rows(row('sale', 'InvoiceNo', 'own outlet'), row('membership', 'MembershipNo', 'looked up')),
  summary: 'Gives a walk-in sale to the member who made it; it earns by the rules of its own date',
  idempotent: true,
  body: z.strictObject({ InvoiceNo: saleKey, MembershipNo: membershipNumber }),
  reply: Posted,
})

export const unassignSale = change({
  path: '/customer/transaction-summaries/normal/unassign',
  access: { role: 'Customer Transaction' },
  scope: rows(row('sale', 'InvoiceNo', 'own outlet')),
  about: ['sale', 'membership'],
  summary: 'Head office takes a sale from the member it was given to, while none of its points were used',
  idempotent: true,
  body: z.strictObject({ InvoiceNo: saleKey, Remark: longText(500) }),
  reply: SummaryWithDetails.extend({ PointsBack: Points }),
})

export const listTransactions = read({
  path: '/customer/transaction-summaries/find-all',
  access: maySee,
  scope: noRow('own outlet'),
  about: ['sale', 'cancellation'],
  summary: 'Sales and cancellations',
  body: pageQuery(
    {
      InvoiceNo: upperFilter,
      SalesOrder: filterText,
      MembershipNo: membershipFilter,
      CustomerId: Id,
      TransactionType,
      OutletCode: upperFilter,
      SalesPersonCode: filterText,
      Source,
      DateFrom: DateOnly,
      DateTo: DateOnly,
      /** Y: sales without a member. */
      WalkInYN: YN,
      /** Y: sales of which something was returned. */
      CancelledYN: YN,
      /** Sales and cancellations with a line of this group. */
      ProductGroup: filterText,
      /** The net amount. */
      AmountFrom: MoneyFromZero,
      AmountTo: MoneyFromZero,
    },
    // Newest first, as a counter looks at them. The order that the specification writes (section 9) is asked for by its name.
    { rows: 10, sort: ['PerformedAt', 'InvoiceNo', 'TotalAmount', AS_SPECIFIED], direction: 'DESC' },
  ),
  reply: pageOf(Summary),
})

const kinds = { normal: 'sale', cancel: 'cancellation' } as const

/** With what became of its approval, where a second person had to look at a sale. */
const SaleInFull = SummaryWithDetails.extend({ Approval: RequestAbout.nullable() })
export type SaleInFull = z.infer<typeof SaleInFull>

const findOne = (kind: 'normal' | 'cancel') =>
  read({
    path: `/customer/transaction-summaries/${kind}/find-one`,
    access: maySee,
    scope: rows(row(kinds[kind], 'InvoiceNo', 'own outlet')),
    summary: `One ${kind === 'normal' ? 'sale' : 'cancellation'} by its invoice number, with its lines`,
    body: z.strictObject({ InvoiceNo: upperText(INVOICE_MAX) }),
    reply: SaleInFull,
  })
export const getSale = findOne('normal')
export const getCancel = findOne('cancel')

const update = (kind: 'normal' | 'cancel') =>
  change({
    path: `/customer/transaction-summaries/${kind}/update`,
    access: { role: 'Customer Transaction' },
    scope: rows(row(kinds[kind], 'InvoiceNo', 'own outlet')),
    summary: 'Changes the remarks; amounts and lines of what was posted never change',
    body: z.strictObject({ InvoiceNo: upperText(INVOICE_MAX), Remarks: optional(longText(500)) }),
    reply: SummaryWithDetails,
  })
export const updateSale = update('normal')
export const updateCancel = update('cancel')

export const addDetail = change({
  path: '/customer/transaction-details/add',
  access: mayEnter,
  scope: rows(row('sale', 'InvoiceNo', 'own outlet')),
  about: ['sale detail', 'sale', 'membership'],
  summary: 'Adds one line to a sale that was entered without all its lines; the sale earns anew what the line adds',
  status: 201,
  idempotent: true,
  body: NewDetail.extend({ InvoiceNo: upperText(INVOICE_MAX) }),
  reply: Detail,
})

export const listDetails = read({
  path: '/customer/transaction-details/find-all',
  access: maySee,
  scope: noRow('own outlet'),
  about: ['sale detail', 'sale'],
  summary: 'Lines of sales and cancellations',
  body: pageQuery(
    {
      TransactionId: Id,
      InvoiceNo: upperFilter,
      ItemCode: filterText,
      Brand: filterText,
      MembershipNo: membershipFilter,
    },
    { rows: 100, sort: ['SequenceNo', 'NetAmount'] },
  ),
  reply: pageOf(Detail),
})

const findDetail = (kind: 'normal' | 'cancel') =>
  read({
    path: `/customer/transaction-details/${kind}/find-one`,
    access: maySee,
    scope: rows(row(kinds[kind], 'InvoiceNo', 'own outlet')),
    summary: 'One line by invoice number and sequence number',
    body: z.strictObject({ InvoiceNo: upperText(INVOICE_MAX), SequenceNo: z.int().min(1) }),
    reply: Detail,
  })
export const getSaleDetail = findDetail('normal')
export const getCancelDetail = findDetail('cancel')

export const updateDetail = change({
  path: '/customer/transaction-details/update',
  access: { role: 'Customer Transaction' },
  scope: rows(row('sale', 'InvoiceNo', 'own outlet')),
  summary: 'Completes what identifies the piece: description, serial and certificate number',
  body: z.strictObject({
    InvoiceNo: upperText(INVOICE_MAX),
    SequenceNo: z.int().min(1),
    Description: optional(text(200)),
    SerialNo: optional(text(60)),
    CertificateNo: optional(text(60)),
  }),
  reply: Detail,
})
