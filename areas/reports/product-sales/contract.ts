import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, filterText, Measure, Points, salesTotal, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { shareOfSales } from '../contract/fields.ts'
import { declareReport, sortable } from '../contract/report.ts'

/** Grouping of goods; Month is the month of the sale or of its cancellation. */
export const ProductLevel = z.enum(['Brand', 'Product Type', 'Product Group', 'Month'])

/** Age groups as on the dashboard and in the customer analysis. */
export const AgeGroup = z.enum(['<20', '20-29', '30-39', '40-49', '50-59', '60+'])

const row = {
  Key: z.string(),
  /** Value of the group; null if unknown. */
  Value: z.string().nullable(),
  /** Month of the row; only if each group is split by month. */
  SaleMonth: z.string().nullable(),
  /** Quantity sold less quantity returned. */
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
  /** Points earned by the sold lines less reversed points; null if not requested. */
  PointsGiven: Points.nullable(),
}

export const productSales = declareReport('productSales', {
  summary: 'Sales and returns by brand, product type, product group or month',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperCaseFilter,
    Brand: upperCaseFilter,
    ProductType: upperCaseFilter,
    ProductGroup: upperCaseFilter,
    MemberType,
    /** Gender of the buying member. */
    Gender: filterText,
    AgeGroup,
    ProductLevel,
    /** Y: a cancellation counts on the day of its sale. */
    OriginalDateYN: YN,
    /** Y: splits each group by month. */
    ByMonthYN: YN,
    /** Y: includes points, N: excludes them. Default: included for periods of up to 100 days. */
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
