import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, MoneyFromZero, Points, salesTotal, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { privilegedField } from '#kit/contract/privilege.ts'
import { customerColumns, shareOfSales } from '../contract/fields.ts'
import { declareReport, sortable } from '../contract/report.ts'

const row = {
  /** Rank by net sales; members with equal amounts have the same rank. */
  Rank: privilegedField('View Sales Information', z.int()),
  ...customerColumns,
  /** Number of purchases that were not returned completely. */
  Invoices: z.int(),
  /** Number of pieces bought less pieces returned. */
  Items: Measure,
  Gross: salesTotal(),
  Discount: salesTotal(),
  Returns: salesTotal(),
  Net: salesTotal(),
  /** Net sales per invoice. */
  Average: salesTotal(),
  Share: shareOfSales(),
  PointsEarned: Points,
  PointsReversed: Points,
  /** Redeemed points less refunds; with an outlet filter only points redeemed at that outlet. */
  PointsUsed: Points,
  LastPurchase: z.string().nullable(),
}

export const customerPerformance = declareReport('customerPerformance', {
  summary: 'Members ranked by their net sales between two days',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperCaseFilter,
    MemberType,
    CardCategoryCode: upperCaseFilter,
    Brand: upperCaseFilter,
    ProductGroup: upperCaseFilter,
    /** Number of top ranks to list; default: all ranks. */
    TopN: z.coerce.number().int().min(1).max(10_000),
    MinSales: MoneyFromZero,
    /** Y: a cancellation counts on the day of its sale. */
    OriginalDateYN: YN,
  },
  dates: ['DateFrom', 'DateTo'],
  // The filters by rank and minimum sales reveal how much a member bought.
  amounts: ['MinSales', 'TopN'],
  row,
  key: 'MembershipNo',
  totals: {
    /** Number of members who bought. */
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
  // Rows are grouped by member, so a member who bought at two outlets counts for both.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
