import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** Number of days of the default period. */
const YEAR = 365

/** Month by which customers are grouped into rows: month of the first purchase or of joining. */
export const CohortBy = z.enum(['First Purchase', 'Joined'])

/** Percentage of the row's customers who bought in the later month of the column; null for future months. */
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
export const cohortMonthColumns = Object.keys(after) as (keyof typeof after)[]

const row = {
  /** Month in which the row's customers bought for the first time or joined. */
  FirstMonth: z.string(),
  /** Number of members who joined in the month; null if rows are grouped by first purchase. */
  Members: z.int().nullable(),
  /** Number of customers of the row who have bought up to today. */
  Buyers: z.int(),
  /** Number of customers of the row with at least two purchase days up to today. */
  Repeaters: z.int(),
  RepeatRate: Percent.nullable(),
  Kept: salesTotalField(),
  ...after,
}

export const purchaseCohortsReport = declareReport('purchaseCohorts', {
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
    Kept: salesTotalField(),
  },
  sort: listSortableColumns(row, 'FirstMonth'),
  direction: 'ASC',
  rows: 100,
  // Rows are groups of customers; an outlet sees first purchases at this outlet, or customers registered there.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
