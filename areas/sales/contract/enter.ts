import { z } from 'zod'
import type { ActingOutlet } from '#kit/contract/acting-outlet.ts'
import { change, ignoreFields } from '#kit/contract/endpoint.ts'
import {
  codeText,
  InstantInput,
  longText,
  MoneyFromZero,
  membershipNumber,
  optionalField,
  Points,
  QuantityAboveZero,
  QuantityInput,
  text,
  UnitPriceFromZero,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { saleRefusals } from './refusals.ts'
import { saleInputFields } from './sale-fields.ts'
import { INVOICE_NO_LENGTH_MAX } from './sales-to-check.ts'
import { Detail, LINES_PER_SALE_MAX, SummaryWithDetails } from './transaction.ts'

// Requests that enter and cancel sales, and add a line to a sale.

/** A line of a sale. NetAmount is after discount, without tax; its default is Quantity × UnitPrice − Discount. */
export const NewDetail = z.strictObject({
  SequenceNo: z.int().min(1).max(9999).optional(),
  ItemCode: optionalField(upperCaseText(40)),
  Description: optionalField(text(200)),
  Brand: text(60),
  ProductType: optionalField(text(60)),
  ProductGroup: optionalField(codeText(40)),
  StockGroup: optionalField(text(40)),
  Quantity: QuantityAboveZero.default('1.000'),
  Weight: optionalField(QuantityInput),
  UnitPrice: UnitPriceFromZero,
  Discount: MoneyFromZero.default('0.00'),
  Tax: MoneyFromZero.default('0.00'),
  NetAmount: MoneyFromZero.optional(),
  SerialNo: optionalField(text(60)),
  CertificateNo: optionalField(text(60)),
  EligibleYN: YN.default('Y'),
})

/** A line to return: its whole remaining quantity, or `Quantity` of it. */
export const CancelDetail = z.strictObject({
  OldSequenceNo: z.int().min(1).max(9999),
  Quantity: QuantityAboveZero.optional(),
})

/** If omitted, everything that is left of the sale is returned. A list must have at least one line. */
export const linesToCancelField = z
  .array(CancelDetail)
  .min(1, 'Name the lines, or leave Details out to cancel all of them')
  .max(LINES_PER_SALE_MAX)
  .optional()

const head = {
  SalesOrder: optionalField(upperCaseText(INVOICE_NO_LENGTH_MAX)),
  InvoiceNo: upperCaseText(INVOICE_NO_LENGTH_MAX),
  OutletCode: optionalField(codeText(20)),
  ...saleInputFields,
  PerformedAt: InstantInput.optional(),
  Remarks: optionalField(longText(500)),
}

export const NewSale = z.strictObject({
  TransactionType: z.literal('N'),
  ...head,
  MembershipNo: optionalField(membershipNumber),
  /** Amount that the customer pays, NetAmount and Tax of all lines; the server checks the amount if it is sent. */
  TotalAmount: MoneyFromZero.optional(),
  Discount: MoneyFromZero.optional(),
  Tax: MoneyFromZero.optional(),
  TradeIn: MoneyFromZero.default('0.00'),
  VoucherAmount: MoneyFromZero.default('0.00'),
  Details: z.array(NewDetail).max(LINES_PER_SALE_MAX).default([]),
})

export const NewCancel = z.strictObject({
  TransactionType: z.literal('C'),
  ...head,
  /** Invoice number of the cancellation; by default that of the sale with a suffix, such as INV1-C1. */
  InvoiceNo: optionalField(upperCaseText(INVOICE_NO_LENGTH_MAX)),
  /** If omitted, the sale is found by its SalesOrder. */
  OriginalInvoiceNo: optionalField(upperCaseText(INVOICE_NO_LENGTH_MAX)),
  MembershipNo: optionalField(membershipNumber),
  Details: linesToCancelField,
})

/** Sales name their outlet; staff of an outlet may leave it out. */
export const sellsAt = (...fields: readonly string[]): ActingOutlet => ({
  fields,
  otherOutlet: saleRefusals.otherOutlet,
  outletRequired: saleRefusals.outletRequired,
  staffChoose: true,
})

const mayEnter = {
  role: 'Customer Transaction',
  system: { field: 'TransactionType', scopes: { N: 'sales:write', C: 'sales:cancel' } },
} as const

/** A posted sale or cancellation, with the member's balance after it. */
export const PostedSale = SummaryWithDetails.extend({
  /** Points that the member can spend after this sale or cancellation; null for a walk-in sale. */
  PointsAvailable: Points.nullable(),
  /** Arrears of the member, for example after a return of a sale whose points were already spent. */
  PointsOwed: Points.nullable(),
  ExpiryDate: z.string().nullable(),
  /** Name of the member's tier, for the printed slip. */
  TierName: z.string().nullable(),
  OutletPhone: z.string().nullable(),
})

export const addTransaction = change({
  path: '/customer/memberships/transaction-summaries/add',
  access: mayEnter,
  scope: unnamedRows(
    'own outlet',
    row('membership', 'MembershipNo', 'looked up'),
    row('sale', 'OriginalInvoiceNo', 'own outlet'),
  ),
  about: ['sale', 'membership'],
  summary: 'Enters a sale or a cancellation with its lines; points are earned or taken back in the same transaction',
  status: 201,
  idempotent: true,
  outlet: sellsAt('OutletCode'),
  body: z.discriminatedUnion('TransactionType', [NewSale, NewCancel]),
  reply: PostedSale.extend({
    RefundedPoints: Points.describe(
      'For a cancellation: points refunded now that were redeemed against its sale (ObjectType Invoice). 0 for a sale',
    ),
  }),
})

export const addTransactionDetail = change({
  path: '/customer/transaction-details/add',
  access: { role: 'Customer Transaction', system: 'sales:write' },
  scope: namedRows(row('sale', 'InvoiceNo', 'own outlet')),
  about: ['sale detail', 'sale', 'membership'],
  summary:
    'Adds one line to a sale that was entered without all its lines; the member earns the points that the line adds',
  status: 201,
  idempotent: true,
  ignored: {
    ...ignoreFields('It belongs to the sale', 'SalesOrder'),
    ...ignoreFields('Only a line of a cancellation has one', 'OldSequenceNo'),
  },
  body: NewDetail.extend({ InvoiceNo: upperCaseText(INVOICE_NO_LENGTH_MAX) }),
  reply: Detail,
})
