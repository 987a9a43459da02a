import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, membershipNumber, Points } from '#kit/contract/fields.ts'
import { row, rows } from '#kit/contract/scope.ts'

/** A sale as it is after its returns. */
export const RecentSale = z.strictObject({
  InvoiceNo: z.string(),
  BusinessDate: z.string().meta({ format: 'date' }),
  OutletCode: z.string(),
  /** What was bought, line by line. */
  Pieces: z.array(z.string()),
  NetAmount: Decimal,
  Points,
  /** How many lines came back, in part or whole, and when last; all of them: nothing is left. */
  ReturnedLines: z.int(),
  ReturnedOn: z.string().meta({ format: 'date' }).nullable(),
})
export type RecentSale = z.infer<typeof RecentSale>

export const recentSales = read({
  path: '/customer/memberships/transaction-summaries/recent',
  access: { role: ['Customer', 'Customer Transaction'] },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about: ['sale', 'cancellation'],
  summary: 'The last five sales of a member at any outlet, each as it is after its returns',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: z.strictObject({ Sales: z.array(RecentSale) }),
})
