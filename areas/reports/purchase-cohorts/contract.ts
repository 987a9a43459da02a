import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, salesTotal, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, sortable } from '../contract/report.ts'

/** Length of the default period in days. */
const YEAR = 365

/** The month by which customers are grouped: first purchase or joining. */
export const CohortBy = z.enum(['First Purchase', 'Joined'])

/** Percentage of the row's customers who bought in this later month; null for future months. */
const BuyerShare = Percent.nullable()
const after = {
  Month1: BuyerShare,
  Month2: BuyerShare,
  Month3: BuyerShare,
  Month4: BuyerShare,
  Month5: BuyerShare,
  Month6: BuyerShare,
  Month7: BuyerShare,
  Month8: BuyerShare,
  Month9: BuyerShare,
  Month10: BuyerShare,
  Month11: BuyerShare,
  Month12: BuyerShare,
}
export const monthsAfter = Object.keys(after) as (keyof typeof after)[]

const row = {
  /** Month of the first purchase or of joining. */
  FirstMonth: z.string(),
  /** Members who joined in the month; null when grouped by first purchase. */
  Members: z.int().nullable(),
  /** Customers who have bought up to today. */
  Buyers: z.int(),
  /** Buyers with at least two purchase days up to today. */
  Repeaters: z.int(),
  RepeatRate: Percent.nullable(),
  Kept: salesTotal(),
  ...after,
}

export const purchaseCohorts = declareReport('purchaseCohorts', {
  summary:
    'Customers by month of first purchase or joining, and the share of them that bought in each of the following twelve months',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperCaseFilter, MemberType, CohortBy },
  dates: ['DateFrom', 'DateTo'],
  daysBack: YEAR,
  row,
  key: 'FirstMonth',
  totals: {
    Members: z.int().nullable(),
    Buyers: z.int(),
    Repeaters: z.int(),
    RepeatRate: Percent.nullable(),
    Kept: salesTotal(),
  },
  sort: sortable(row, 'FirstMonth'),
  direction: 'ASC',
  rows: 100,
  // Rows are groups of customers. An outlet sees first purchases at that outlet, or customers registered there.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
