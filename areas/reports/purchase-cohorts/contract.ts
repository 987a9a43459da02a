import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** Days. */
const YEAR = 365

/** The month that customers have in common: of their first purchase, or in which they joined. */
export const CohortBy = z.enum(['First Purchase', 'Joined'])

/** Who bought in that month, of the customers of the row; null where the month has not come yet. */
const Bought = Percent.nullable()
const after = {
  Month1: Bought,
  Month2: Bought,
  Month3: Bought,
  Month4: Bought,
  Month5: Bought,
  Month6: Bought,
  Month7: Bought,
  Month8: Bought,
  Month9: Bought,
  Month10: Bought,
  Month11: Bought,
  Month12: Bought,
}
export const monthsAfter = Object.keys(after) as (keyof typeof after)[]

const row = {
  /** Year and month in which they bought for the first time, or joined. */
  FirstMonth: z.string(),
  /** Who joined in it; null of first purchases. */
  Members: z.int().nullable(),
  /** Who bought, up to today. */
  Buyers: z.int(),
  /** Of them bought on a further day, up to today. */
  Repeaters: z.int(),
  RepeatRate: Percent.nullable(),
  Kept: salesTotal(),
  ...after,
}

export const purchaseCohorts = report('purchaseCohorts', {
  summary:
    'Customers by the month of their first purchase or of joining, and how many of them bought in each of the twelve months after it',
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
  // A row groups customers, and an outlet looks at the first purchase there, or at who is registered there.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
