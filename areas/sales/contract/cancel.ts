import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Points, upperText } from '#kit/contract/fields.ts'
import { row, rows } from '#kit/contract/scope.ts'
import { linesToCancel } from './enter.ts'
import { INVOICE_MAX } from './sales-to-check.ts'

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
    /** What of it campaigns had added to the sale. */
    BonusBack: Points,
    /** Of what was redeemed against this sale, given back to the person who redeemed it. */
    PointsRefunded: Points,
    AvailableBefore: Points,
    AvailableAfter: Points,
    ArrearsBefore: Points,
    ArrearsAfter: Points,
  }),
})
