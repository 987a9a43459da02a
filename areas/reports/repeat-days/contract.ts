import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** Number of days of the default period. */
const YEAR = 365

const row = {
  /** Number of purchase days after the first one; 0 for customers who bought on one day only. */
  RepeatDays: z.int(),
  Buyers: z.int(),
  /** Percentage of all buyers who have this number of repeat days. */
  Share: Percent,
  /** Number of buyers with the row's number of repeat days or more. */
  AtLeast: z.int(),
  AtLeastShare: Percent,
  Kept: salesTotalField(),
  KeptPerBuyer: salesTotalField(),
}

export const repeatDaysReport = declareReport('repeatDays', {
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
    Kept: salesTotalField(),
  },
  sort: listSortableColumns(row, 'RepeatDays'),
  direction: 'ASC',
  rows: 100,
  // Rows are groups of customers; a customer who bought at two outlets is in the results of both outlets.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
