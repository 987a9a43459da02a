import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Points, upperCaseText } from '#kit/contract/fields.ts'
import { namedRows, row } from '#kit/contract/scope.ts'
import { linesToCancelField } from './enter.ts'
import { INVOICE_NO_LENGTH_MAX } from './sales-to-check.ts'

/** Remaining quantity, amount and points of one line before and after a cancellation. */
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

export const previewCancellation = read({
  path: '/customer/transaction-summaries/cancel/preview',
  access: { role: 'Customer Transaction', system: 'sales:cancel' },
  scope: namedRows(row('sale', 'OriginalInvoiceNo', 'own outlet')),
  summary: 'Previews the effects of a cancellation on each line and on the member’s points',
  body: z.strictObject({
    OriginalInvoiceNo: upperCaseText(INVOICE_NO_LENGTH_MAX),
    Details: linesToCancelField,
  }),
  reply: z.strictObject({
    InvoiceNo: z.string(),
    /** Number of the sale's member; null for a walk-in sale, whose cancellation changes no points. */
    MembershipNo: z.string().nullable(),
    Lines: z.array(PreviewedLine),
    PointsBack: Points,
    /** Part of PointsBack that reverses bonuses of campaigns. */
    BonusBack: Points,
    /** Points that members spent on this sale and that the cancellation refunds to them. */
    PointsRefunded: Points,
    AvailableBefore: Points,
    AvailableAfter: Points,
    ArrearsBefore: Points,
    ArrearsAfter: Points,
  }),
})
