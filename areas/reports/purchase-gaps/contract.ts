import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** Number of days of the default period. */
const YEAR = 365

/** Range of the number of days between two consecutive purchase days of a customer. */
export const PurchaseGap = z.enum([
  'Up to 7 days',
  '8 to 30 days',
  '31 to 90 days',
  '91 to 180 days',
  '181 to 365 days',
  '366 to 730 days',
  'Over 730 days',
])

const row = {
  Gap: PurchaseGap,
  /** Number of purchase days whose distance to the customer's previous purchase day is in the range. */
  RepeatPurchases: z.int(),
  Buyers: z.int(),
  Share: Percent,
  /** Percentage of all gaps that are in this range or a shorter one. */
  Cumulative: Percent,
}

export const purchaseGapsReport = declareReport('purchaseGaps', {
  summary: 'Lists the time between purchases of customers who bought again in a period',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperCaseFilter, MemberType },
  dates: ['DateFrom', 'DateTo'],
  daysBack: YEAR,
  row,
  key: 'Gap',
  totals: {
    RepeatPurchases: z.int(),
    Buyers: z.int(),
    /** Median number of days between two consecutive purchase days. */
    MedianDays: Measure.nullable(),
    MeanDays: Measure.nullable(),
  },
  sort: listSortableColumns(row, 'Gap'),
  direction: 'ASC',
  // Rows are groups of purchases; an outlet sees only purchases at this outlet.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
