import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, filterText, Measure, Points, salesTotalField, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { shareOfSalesField } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** How goods are grouped into rows; Month is the month of the sale, or of the cancellation for returned goods. */
export const ProductLevel = z.enum(['Brand', 'Product Type', 'Product Group', 'Month'])

/** Age groups of buyers, the same as on the dashboard and in the customer analysis. */
export const AgeGroup = z.enum(['<20', '20-29', '30-39', '40-49', '50-59', '60+'])

const row = {
  Key: z.string(),
  /** Value that the goods of the group share; null if unknown. */
  Value: z.string().nullable(),
  /** Month of the row; null unless each group is split by month. */
  SaleMonth: z.string().nullable(),
  /** Number of pieces sold less pieces returned. */
  Quantity: Measure,
  Gross: salesTotalField(),
  Discount: salesTotalField(),
  Returns: salesTotalField(),
  Net: salesTotalField(),
  /** Number of members who bought goods of the group. */
  Customers: z.int(),
  /** Percentage of the group's net sales that were sales to members. */
  MemberShare: shareOfSalesField(),
  /** Percentage of the group's sales that was returned. */
  ReturnRate: shareOfSalesField(),
  /** Points earned by the group's lines less reversed points; null if the request excludes points. */
  PointsGiven: Points.nullable(),
}

export const productSalesReport = declareReport('productSales', {
  summary: 'Sales and returns by brand, product type, product group or month',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperCaseFilter,
    Brand: upperCaseFilter,
    ProductType: upperCaseFilter,
    ProductGroup: upperCaseFilter,
    MemberType,
    /** Gender of the members who bought. */
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
    Gross: salesTotalField(),
    Discount: salesTotalField(),
    Returns: salesTotalField(),
    Net: salesTotalField(),
    MemberShare: shareOfSalesField(),
    ReturnRate: shareOfSalesField(),
    PointsGiven: Points.nullable(),
  },
  sort: listSortableColumns(row, 'Quantity'),
  rows: 100,
  grouped: true,
  about: ['sale', 'cancellation'],
})
