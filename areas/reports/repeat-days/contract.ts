import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** Days. */
const YEAR = 365

const row = {
  /** Days on which a customer bought again; 0: on one day only. */
  RepeatDays: z.int(),
  Buyers: z.int(),
  /** Of all buyers. */
  Share: Percent,
  /** Buyers with as many of them, or more. */
  AtLeast: z.int(),
  AtLeastShare: Percent,
  Kept: salesTotal(),
  KeptPerBuyer: salesTotal(),
}

export const repeatDays = report('repeatDays', {
  summary: 'Customers who bought between two days, by the number of days on which they bought again',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperFilter, MemberType },
  dates: ['DateFrom', 'DateTo'],
  daysBack: YEAR,
  row,
  key: 'RepeatDays',
  totals: {
    Buyers: z.int(),
    /** Of them bought on two days or more. */
    Repeaters: z.int(),
    RepeatRate: Percent.nullable(),
    Kept: salesTotal(),
  },
  sort: sortable(row, 'RepeatDays'),
  direction: 'ASC',
  rows: 100,
  // A row groups customers: who bought at two outlets stands in the figures of both.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
