import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, salesTotal, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, sortable } from '../contract/report.ts'

/** Length of the default period in days. */
const YEAR = 365

const row = {
  /** Number of purchase days after the first one; 0 for a single purchase day. */
  RepeatDays: z.int(),
  Buyers: z.int(),
  /** Percentage of all buyers. */
  Share: Percent,
  /** Number of buyers with at least this number of repeat days. */
  AtLeast: z.int(),
  AtLeastShare: Percent,
  Kept: salesTotal(),
  KeptPerBuyer: salesTotal(),
}

export const repeatDays = declareReport('repeatDays', {
  summary: 'Customers who bought between two days by number of repeat days',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperCaseFilter, MemberType },
  dates: ['DateFrom', 'DateTo'],
  daysBack: YEAR,
  row,
  key: 'RepeatDays',
  totals: {
    Buyers: z.int(),
    /** Number of buyers with at least two purchase days. */
    Repeaters: z.int(),
    RepeatRate: Percent.nullable(),
    Kept: salesTotal(),
  },
  sort: sortable(row, 'RepeatDays'),
  direction: 'ASC',
  rows: 100,
  // Rows are groups of customers, so a customer who bought at two outlets counts for both.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
