import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  code,
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  optional,
  PersonName,
  Points,
  text,
  upperFilter,
  upperText,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'

// SALES TO CHECK: a till's sale is always taken. Its lines that do not agree earn nothing until they are mapped to goods that
// the company has, or confirmed as they are.

export const INVOICE_MAX = 40

/** Why a line of a till waits in Sales to check. */
export const CheckReason = z.enum(['Brand', 'ProductGroup', 'Amount', 'Total'])
export const CheckStatus = z.enum(['Waiting', 'Mapped', 'Confirmed'])

export const CheckedLine = z.strictObject({
  /** Names the line among those of all sales. */
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
  /** As the till sent them. */
  SentBrand: z.string(),
  SentProductGroup: z.string().nullable(),
  Brand: z.string(),
  ProductGroup: z.string().nullable(),
  Quantity: Decimal,
  UnitPrice: Decimal,
  Discount: Decimal,
  NetAmount: Decimal,
  /** What quantity, price and discount come to. */
  ExpectedAmount: Decimal,
  /** What the lines of the sale come to with tax, and the total that the till sent. */
  LinesAmount: Decimal,
  TotalAmount: Decimal,
  PointsEarned: Points,
  Remark: z.string().nullable(),
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
})
export type CheckedLine = z.infer<typeof CheckedLine>

const maySettle = { role: 'Customer Transaction' } as const
const lineKey = { InvoiceNo: upperText(INVOICE_MAX), SequenceNo: z.int().min(1).max(9999) }

export const listSalesToCheck = read({
  path: '/customer/sales-to-check/find-all',
  access: maySettle,
  scope: noRow('own outlet'),
  about: ['sale to check', 'sale'],
  summary: 'Lines of tills that do not agree, and what became of them',
  body: pageQuery(
    {
      CheckId: Id,
      Status: CheckStatus,
      Reason: CheckReason,
      InvoiceNo: upperFilter,
      OutletCode: upperFilter,
      Brand: filterText,
      ProductGroup: filterText,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 20, sort: ['PerformedAt', 'InvoiceNo', 'SentBrand'] },
  ),
  reply: pageOf(CheckedLine),
})

export const previewSaleLine = read({
  path: '/customer/sales-to-check/preview',
  access: maySettle,
  scope: rows(row('sale', 'InvoiceNo', 'own outlet')),
  summary: 'What a line would earn with these goods once nothing of it is open; nothing is written',
  body: z.strictObject({ ...lineKey, Brand: optional(text(60)), ProductGroup: optional(code(40)) }),
  reply: z.strictObject({ Points }),
})

export const mapSaleLine = change({
  path: '/customer/sales-to-check/map',
  access: maySettle,
  scope: rows(row('sale', 'InvoiceNo', 'own outlet')),
  about: ['sale to check', 'sale', 'membership'],
  summary:
    'Says which brand or product group a line means; it earns by the rules of its own date once nothing else is open',
  idempotent: true,
  body: z.strictObject({ ...lineKey, Brand: optional(text(60)), ProductGroup: optional(code(40)) }),
  reply: CheckedLine,
})

export const confirmSaleLine = change({
  path: '/customer/sales-to-check/confirm',
  access: maySettle,
  scope: rows(row('sale', 'InvoiceNo', 'own outlet')),
  about: ['sale to check', 'sale', 'membership'],
  summary: 'Takes a line as the till sent it, with the reason; it earns by the rules of its own date',
  idempotent: true,
  body: z.strictObject({ ...lineKey, Remark: longText(300) }),
  reply: CheckedLine,
})
