import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, MoneyFromZero, Points, salesTotalField, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { privilegedField } from '#kit/contract/privilege.ts'
import { customerReportColumns, shareOfSalesField } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  /** Rank of the member by net sales; members with equal amounts have the same rank. */
  Rank: privilegedField('View Sales Information', z.int()),
  ...customerReportColumns,
  /** Number of purchases that were not returned completely. */
  Invoices: z.int(),
  /** Number of pieces bought less pieces returned. */
  Items: Measure,
  Gross: salesTotalField(),
  Discount: salesTotalField(),
  Returns: salesTotalField(),
  Net: salesTotalField(),
  /** Average net sales per invoice. */
  Average: salesTotalField(),
  Share: shareOfSalesField(),
  PointsEarned: Points,
  PointsReversed: Points,
  /** Redeemed points less refunds; with an outlet filter only points that were redeemed at that outlet. */
  PointsUsed: Points,
  LastPurchase: z.string().nullable(),
}

export const customerPerformanceReport = declareReport('customerPerformance', {
  summary: 'Members ranked by their net sales between two days',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperCaseFilter,
    MemberType,
    CardCategoryCode: upperCaseFilter,
    Brand: upperCaseFilter,
    ProductGroup: upperCaseFilter,
    /** Number of ranks to list; without it all ranks are listed. */
    TopN: z.coerce.number().int().min(1).max(10_000),
    MinSales: MoneyFromZero,
    /** Y: a cancellation counts on the day of its sale. */
    OriginalDateYN: YN,
  },
  dates: ['DateFrom', 'DateTo'],
  // Filters by rank and minimum sales require a privilege, because they reveal how much a member bought.
  amounts: ['MinSales', 'TopN'],
  row,
  key: 'MembershipNo',
  totals: {
    /** Number of members who bought in the period. */
    Members: z.int(),
    Invoices: z.int(),
    Gross: salesTotalField(),
    Discount: salesTotalField(),
    Returns: salesTotalField(),
    Net: salesTotalField(),
    PointsEarned: Points,
    PointsReversed: Points,
    PointsUsed: Points,
  },
  sort: listSortableColumns(row, 'Rank'),
  direction: 'ASC',
  // Each row is one member; a member who bought at two outlets is in the results of both outlets.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
