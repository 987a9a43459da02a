import { z } from 'zod'
import { SalePoints } from '#areas/customers/contract/sale-points.ts'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, membershipNumber, Points } from '#kit/contract/fields.ts'
import { row, rows } from '#kit/contract/scope.ts'

/** A sale net of its returns. */
export const RecentSale = z.strictObject({
  InvoiceNo: z.string(),
  BusinessDate: z.string().meta({ format: 'date' }),
  OutletCode: z.string(),
  OutletName: z.string().nullable(),
  /** Description of each line, or the name of its product group. */
  Pieces: z.array(z.string()),
  NetAmount: Decimal,
  Points,
  /** The points split into their parts; Points is their total. */
  SalePoints,
  /** Number of lines that were returned in part or whole, and the latest date; equal to all lines if nothing is left. */
  ReturnedLines: z.int(),
  ReturnedOn: z.string().meta({ format: 'date' }).nullable(),
})
export type RecentSale = z.infer<typeof RecentSale>

export const recentSales = read({
  path: '/customer/memberships/transaction-summaries/recent',
  access: { role: ['Customer', 'Customer Transaction'], system: 'sales:read' },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about: ['sale', 'cancellation'],
  summary: 'Lists the last five sales of a member at any outlet, each after its returns',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: z.strictObject({ Sales: z.array(RecentSale) }),
})
