import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** In days. */
const YEAR = 365

const row = {
  /** Further purchase days after the first; 0: one day only. */
  RepeatDays: z.int(),
  Buyers: z.int(),
  /** Share of all buyers. */
  Share: Percent,
  /** Buyers with at least this number of repeat days. */
  AtLeast: z.int(),
  AtLeastShare: Percent,
  Kept: salesTotal(),
  KeptPerBuyer: salesTotal(),
}

export const repeatDays = report('repeatDays', {
  summary: 'Customers who bought between two days by number of repeat days',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperFilter, MemberType },
  dates: ['DateFrom', 'DateTo'],
  daysBack: YEAR,
  row,
  key: 'RepeatDays',
  totals: {
    Buyers: z.int(),
    /** Buyers with at least two purchase days. */
    Repeaters: z.int(),
    RepeatRate: Percent.nullable(),
    Kept: salesTotal(),
  },
  sort: sortable(row, 'RepeatDays'),
  direction: 'ASC',
  rows: 100,
  // Rows are groups of customers: purchases at two outlets count in the figures of both.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
