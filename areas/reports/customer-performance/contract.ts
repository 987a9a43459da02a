import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, MoneyFromZero, Points, salesTotal, upperFilter, YN } from '#kit/contract/fields.ts'
import { needs } from '#kit/contract/privilege.ts'
import { customerColumns, shareOfSales } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  /** By net sales; members with the same have the same rank. */
  Rank: needs('View Sales Information', z.int()),
  ...customerColumns,
  /** Of which something is left. */
  Invoices: z.int(),
  /** Pieces that were bought, less those that came back. */
  Items: Measure,
  Gross: salesTotal(),
  Discount: salesTotal(),
  Returns: salesTotal(),
  Net: salesTotal(),
  /** Net by invoice. */
  Average: salesTotal(),
  Share: shareOfSales(),
  PointsEarned: Points,
  PointsReversed: Points,
  /** Redeemed less what was refunded; of an outlet, what was redeemed there. */
  PointsUsed: Points,
  LastPurchase: z.string().nullable(),
}

export const customerPerformance = report('customerPerformance', {
  summary: 'Members ranked by what they bought and kept between two days',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperFilter,
    MemberType,
    CardCategoryCode: upperFilter,
    Brand: upperFilter,
    ProductGroup: upperFilter,
    /** Of the ranking so many; all without it. */
    TopN: z.coerce.number().int().min(1).max(10_000),
    MinSales: MoneyFromZero,
    /** Y: a cancellation counts on the day of its sale. */
    OriginalDateYN: YN,
  },
  dates: ['DateFrom', 'DateTo'],
  // Who is among the first tells how much somebody bought.
  amounts: ['MinSales', 'TopN'],
  row,
  key: 'MembershipNo',
  totals: {
    /** Buyers. */
    Members: z.int(),
    Invoices: z.int(),
    Gross: salesTotal(),
    Discount: salesTotal(),
    Returns: salesTotal(),
    Net: salesTotal(),
    PointsEarned: Points,
    PointsReversed: Points,
    PointsUsed: Points,
  },
  sort: sortable(row, 'Rank'),
  direction: 'ASC',
  // A row groups what a member bought: who bought at two outlets stands in the figures of both.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
