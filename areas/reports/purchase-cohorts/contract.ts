import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** In days. */
const YEAR = 365

/** Meaning of the month: first purchase or joining. */
export const CohortBy = z.enum(['First Purchase', 'Joined'])

/** Percent of the customers of the row who bought in that month; null for future months. */
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
  /** Members who joined in the month; null for first purchases. */
  Members: z.int().nullable(),
  /** Customers who bought until today. */
  Buyers: z.int(),
  /** Buyers with a further purchase day until today. */
  Repeaters: z.int(),
  RepeatRate: Percent.nullable(),
  Kept: salesTotal(),
  ...after,
}

export const purchaseCohorts = report('purchaseCohorts', {
  summary:
    'Customers by month of first purchase or joining, and the share of them that bought in each of the following twelve months',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, OutletCode: upperFilter, MemberType, CohortBy },
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
  // Rows are groups of customers: an outlet sees first purchases there, or its registered customers.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
