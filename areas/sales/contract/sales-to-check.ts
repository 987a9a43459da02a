import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  Money,
  membershipFilter,
  optionalField,
  PersonName,
  Points,
  text,
  upperCaseFilter,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

// SALES TO CHECK: sales of tills are always accepted; an inconsistent line earns points when staff map or confirm it.

export const INVOICE_NO_LENGTH_MAX = 40

/** Reason why a line of a till's sale has to be checked. */
export const CheckReason = z.enum(['Brand', 'ProductGroup', 'Amount', 'Total'])
export const CheckStatus = z.enum(['Waiting', 'Mapped', 'Confirmed'])

export const CheckedLine = z.strictObject({
  /** Id of the line, unique among the lines of all sales. */
  CheckId: Id,
  InvoiceNo: z.string(),
  SequenceNo: z.int(),
  Status: CheckStatus,
  Reasons: z.array(CheckReason),
  MembershipNo: z.string().nullable(),
  CustomerName: PersonName.nullable(),
  OutletCode: z.string(),
  PerformedAt: Instant,
  BusinessDate: z.string(),
  ItemCode: z.string().nullable(),
  Description: z.string().nullable(),
  /** Brand as the till sent it; SentProductGroup is the product group as the till sent it. */
  SentBrand: z.string(),
  SentProductGroup: z.string().nullable(),
  Brand: z.string(),
  ProductGroup: z.string().nullable(),
  Quantity: Decimal,
  UnitPrice: Decimal,
  Discount: Decimal,
  NetAmount: Decimal,
  /** Amount of the line by its quantity, price and discount. */
  ExpectedAmount: Decimal,
  /** Sum of the sale's lines including tax; TotalAmount is the total that the till sent. */
  LinesAmount: Decimal,
  TotalAmount: Decimal,
  PointsEarned: Points,
  Remark: z.string().nullable(),
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
})
export type CheckedLine = z.infer<typeof CheckedLine>

/** Reason to check a till's whole document: Clock (wrong time) or Member (unknown membership number). */
export const SaleCheckReason = z.enum(['Clock', 'Member'])
export const SaleCheckStatus = z.enum(['Waiting', 'Assigned', 'Confirmed'])

export const SaleHeadCheck = z.strictObject({
  /** Id of one check: a sale or return has one check for each reason. */
  CheckId: Id,
  TransactionId: Id,
  Reason: SaleCheckReason,
  Status: SaleCheckStatus,
  /** Time that the till sent; the sale or return is stored with a corrected time. */
  SentPerformedAt: Instant.nullable(),
  /** Membership number that the till sent. */
  SentMembershipNo: z.string().nullable(),
  /** Y: a membership with the sent number exists by now. */
  NumberExistsYN: YN,
  TransactionType: z.enum(['N', 'C']),
  InvoiceNo: z.string(),
  MembershipNo: z.string().nullable(),
  CustomerName: PersonName.nullable(),
  OutletCode: z.string(),
  PerformedAt: Instant,
  BusinessDate: z.string(),
  TotalAmount: Money,
  NetAmount: Money,
  Remark: z.string().nullable(),
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
})
export type SaleHeadCheck = z.infer<typeof SaleHeadCheck>

const maySettle = { role: 'Customer Transaction' } as const
const lineKey = { InvoiceNo: upperCaseText(INVOICE_NO_LENGTH_MAX), SequenceNo: z.int().min(1).max(9999) }

export const listSalesToCheck = read({
  path: '/customer/sales-to-check/find-all',
  access: maySettle,
  scope: unnamedRows('own outlet'),
  about: ['sale to check', 'sale'],
  summary: 'Lists inconsistent lines sent by tills, and their outcome',
  body: pageQuery(
    {
      CheckId: Id,
      Status: CheckStatus,
      Reason: CheckReason,
      InvoiceNo: upperCaseFilter,
      OutletCode: upperCaseFilter,
      Brand: filterText,
      ProductGroup: filterText,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 20, sort: ['PerformedAt', 'InvoiceNo', 'SentBrand'] },
  ),
  reply: pageReply(CheckedLine),
})

export const previewSaleLine = read({
  path: '/customer/sales-to-check/preview',
  access: maySettle,
  scope: namedRows(row('sale', 'InvoiceNo', 'own outlet')),
  summary: 'Previews the points of a line once it is settled with these goods',
  body: z.strictObject({ ...lineKey, Brand: optionalField(text(60)), ProductGroup: optionalField(codeText(40)) }),
  reply: z.strictObject({ Points }),
})

export const mapSaleLine = change({
  path: '/customer/sales-to-check/map',
  access: maySettle,
  scope: namedRows(row('sale', 'InvoiceNo', 'own outlet')),
  about: ['sale to check', 'sale', 'membership'],
  summary:
    'Maps a line to an existing brand or product group; it earns by the rules of its business date once no issue is left',
  idempotent: true,
  body: z.strictObject({ ...lineKey, Brand: optionalField(text(60)), ProductGroup: optionalField(codeText(40)) }),
  reply: CheckedLine,
})

export const confirmSaleLine = change({
  path: '/customer/sales-to-check/confirm',
  access: maySettle,
  scope: namedRows(row('sale', 'InvoiceNo', 'own outlet')),
  about: ['sale to check', 'sale', 'membership'],
  summary: 'Confirms a line as the till sent it, with a reason; it earns by the rules of its business date',
  idempotent: true,
  body: z.strictObject({ ...lineKey, Remark: longText(300) }),
  reply: CheckedLine,
})

export const listSaleHeadChecks = read({
  path: '/customer/sales-to-check/sales/find-all',
  access: maySettle,
  scope: unnamedRows('own outlet'),
  about: ['sale to check', 'sale'],
  summary: 'Lists sales and returns of tills whose clock was ahead or whose membership number does not exist',
  body: pageQuery(
    {
      Status: SaleCheckStatus,
      Reason: SaleCheckReason,
      InvoiceNo: upperCaseFilter,
      SentMembershipNo: membershipFilter,
      OutletCode: upperCaseFilter,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 20, sort: ['PerformedAt', 'InvoiceNo'], direction: 'DESC' },
  ),
  reply: pageReply(SaleHeadCheck),
})

export const confirmSale = change({
  path: '/customer/sales-to-check/sales/confirm',
  access: maySettle,
  scope: namedRows(row('posted sale', 'TransactionId', 'own outlet')),
  about: ['sale to check', 'sale'],
  summary: 'Confirms a sale or return as it was entered: with the corrected time, or as a walk-in sale',
  idempotent: true,
  body: z.strictObject({ TransactionId: Id, Reason: SaleCheckReason, Remark: longText(300) }),
  reply: SaleHeadCheck,
})
