import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, MoneyFromZero, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { customerReportColumns, Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  ...customerReportColumns,
  /** Number of purchase days: days with a purchase that was not returned. */
  Visits: z.int(),
  FirstPurchase: z.string(),
  LastPurchase: z.string(),
  /** Average number of days between visits; null for a single visit. */
  AverageDays: Measure.nullable(),
  Net: salesTotalField(),
  /** Average net sales per visit. */
  Average: salesTotalField(),
}

export const repeatCustomerReport = declareReport('repeatCustomer', {
  summary: 'Members by number of visits between two days, and the share of repeat buyers',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperCaseFilter,
    MemberType,
    CardCategoryCode: upperCaseFilter,
    /** Minimum of a customer's net sales in the period. */
    MinimumPurchase: MoneyFromZero,
    MinimumVisits: z.coerce.number().int().min(1).max(1000),
  },
  dates: ['DateFrom', 'DateTo'],
  amounts: ['MinimumPurchase'],
  row,
  key: 'MembershipNo',
  totals: {
    Buyers: z.int(),
    /** Number of buyers with at least two visits. */
    Repeaters: z.int(),
    RepeatRate: Percent.nullable(),
    Once: z.int(),
    Twice: z.int(),
    ThreeTimes: z.int(),
    MoreOften: z.int(),
    Net: salesTotalField(),
  },
  sort: listSortableColumns(row, 'Visits'),
  // Each row is one member; a member who bought at two outlets is in the results of both outlets.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
