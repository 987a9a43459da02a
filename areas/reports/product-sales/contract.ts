import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, filterText, Measure, Points, salesTotal, upperFilter, YN } from '#kit/contract/fields.ts'
import { shareOfSales } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** Grouping of goods; the month is that of the sale or of its cancellation. */
export const ProductLevel = z.enum(['Brand', 'Product Type', 'Product Group', 'Month'])

/** Age groups of the dashboard and the customer analysis. */
export const AgeGroup = z.enum(['<20', '20-29', '30-39', '40-49', '50-59', '60+'])

const row = {
  Key: z.string(),
  /** Null: unknown. */
  Value: z.string().nullable(),
  /** Only for rows by month. */
  SaleMonth: z.string().nullable(),
  /** Sold less returned. */
  Quantity: Measure,
  Gross: salesTotal(),
  Discount: salesTotal(),
  Returns: salesTotal(),
  Net: salesTotal(),
  /** Number of members who bought. */
  Customers: z.int(),
  /** Share of net sales to members. */
  MemberShare: shareOfSales(),
  /** Share of the sales that was returned. */
  ReturnRate: shareOfSales(),
  /** Points of the sold lines, less later reversals; null if not requested. */
  PointsGiven: Points.nullable(),
}

export const productSales = report('productSales', {
  summary: 'Sales and returns by brand, product type, product group or month',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperFilter,
    Brand: upperFilter,
    ProductType: upperFilter,
    ProductGroup: upperFilter,
    MemberType,
    /** Of the buying member. */
    Gender: filterText,
    AgeGroup,
    ProductLevel,
    /** Y: a cancellation counts on the day of its sale. */
    OriginalDateYN: YN,
    /** Y: each group by month. */
    ByMonthYN: YN,
    /** Y: with points given, N: without. Default: with them for periods of up to 100 days. */
    PointsGivenYN: YN,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Key',
  totals: {
    Quantity: Measure,
    Gross: salesTotal(),
    Discount: salesTotal(),
    Returns: salesTotal(),
    Net: salesTotal(),
    MemberShare: shareOfSales(),
    ReturnRate: shareOfSales(),
    PointsGiven: Points.nullable(),
  },
  sort: sortable(row, 'Quantity'),
  rows: 100,
  grouped: true,
  about: ['sale', 'cancellation'],
})
