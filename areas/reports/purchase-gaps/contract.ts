import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** In days. */
const YEAR = 365

/** Days between two consecutive purchase days of a customer. */
export const Gap = z.enum([
  'Up to 7 days',
  '8 to 30 days',
  '31 to 90 days',
  '91 to 180 days',
  '181 to 365 days',
  '366 to 730 days',
  'Over 730 days',
])

const row = {
  Gap,
  /** Purchase days with this gap to the previous one. */
  RepeatPurchases: z.int(),
  Buyers: z.int(),
  Share: Percent,
  /** Including all shorter gaps. */
  Cumulative: Percent,
}

export const purchaseGaps = report('purchaseGaps', {
  summary: 'Lists the time between purchases of customers who bought again in a period',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperFilter, MemberType },
  dates: ['DateFrom', 'DateTo'],
  daysBack: YEAR,
  row,
  key: 'Gap',
  totals: {
    RepeatPurchases: z.int(),
    Buyers: z.int(),
    /** Half of the gaps are shorter. */
    MedianDays: Measure.nullable(),
    MeanDays: Measure.nullable(),
  },
  sort: sortable(row, 'Gap'),
  direction: 'ASC',
  // Rows are groups of purchases: an outlet sees its own.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
