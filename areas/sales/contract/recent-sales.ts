import { z } from 'zod'
import { SalePoints } from '#areas/customers/contract/sale-points.ts'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, membershipNumber, Points } from '#kit/contract/fields.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

/** A sale net of its returns. */
export const RecentSale = z.strictObject({
  InvoiceNo: z.string(),
  BusinessDate: z.string().meta({ format: 'date' }),
  OutletCode: z.string(),
  OutletName: z.string().nullable(),
  /** Descriptions of the sale's lines; a line without a description has the name of its product group. */
  Pieces: z.array(z.string()),
  NetAmount: Decimal,
  Points,
  /** Parts that add up to the points of the sale. */
  SalePoints,
  /** Number of lines of the sale with returns. */
  ReturnedLines: z.int(),
  ReturnedOn: z.string().meta({ format: 'date' }).nullable(),
})
export type RecentSale = z.infer<typeof RecentSale>

export const recentSales = read({
  path: '/customer/memberships/transaction-summaries/recent',
  access: { role: ['Customer', 'Customer Transaction'], system: 'sales:read' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['sale', 'cancellation'],
  summary: 'Lists the last five sales of a member at any outlet, each after its returns',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: z.strictObject({ Sales: z.array(RecentSale) }),
})
