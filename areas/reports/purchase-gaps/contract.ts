import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** Days. */
const YEAR = 365

/** From one purchase day of a customer to the next. */
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
  /** Days on which somebody bought again after such a time. */
  RepeatPurchases: z.int(),
  Buyers: z.int(),
  Share: Percent,
  /** With all shorter times. */
  Cumulative: Percent,
}

export const purchaseGaps = report('purchaseGaps', {
  summary: 'How long it took until customers who bought between two days had come again',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperFilter, MemberType },
  dates: ['DateFrom', 'DateTo'],
  daysBack: YEAR,
  row,
  key: 'Gap',
  totals: {
    RepeatPurchases: z.int(),
    Buyers: z.int(),
    /** Half of them came sooner. */
    MedianDays: Measure.nullable(),
    MeanDays: Measure.nullable(),
  },
  sort: sortable(row, 'Gap'),
  direction: 'ASC',
  // A row groups purchases, and an outlet looks at those made there.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
