import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, filterText, Measure, Points, salesTotal, upperFilter, YN } from '#kit/contract/fields.ts'
import { shareOfSales } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** What goods are grouped by; a month is that of the sale, or of its cancellation. */
export const ProductLevel = z.enum(['Brand', 'Product Type', 'Product Group', 'Month'])

/** The ages of the dashboard and of the customer analysis. */
export const AgeGroup = z.enum(['<20', '20-29', '30-39', '40-49', '50-59', '60+'])

const row = {
  Key: z.string(),
  /** Null: unknown. */
  Value: z.string().nullable(),
  /** Of a row that stands for one month. */
  SaleMonth: z.string().nullable(),
  /** Sold less what came back. */
  Quantity: Measure,
  Gross: salesTotal(),
  Discount: salesTotal(),
  Returns: salesTotal(),
  Net: salesTotal(),
  /** Members who bought of it. */
  Customers: z.int(),
  /** Of its net sales, those to members. */
  MemberShare: shareOfSales(),
  /** Of its sales, what came back. */
  ReturnRate: shareOfSales(),
  /** Of the lines that were sold, less what was reversed of them since; null where they were not asked for. */
  PointsGiven: Points.nullable(),
}

export const productSales = report('productSales', {
  summary: 'What was sold and what came back, by brand, product type, product group or month',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperFilter,
    Brand: upperFilter,
    ProductType: upperFilter,
    ProductGroup: upperFilter,
    MemberType,
    /** Of the member who bought. */
    Gender: filterText,
    AgeGroup,
    ProductLevel,
    /** Y: a cancellation counts on the day of its sale. */
    OriginalDateYN: YN,
    /** Y: each of them month by month. */
    ByMonthYN: YN,
    /** Y: with points given, N: without; up to a hundred days they are there unless it says N. */
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
