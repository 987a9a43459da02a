import { z } from 'zod'
import { TransactionType } from '#areas/sales/contract/transaction.ts'
import {
  DateOnly,
  Id,
  Instant,
  membershipFilter,
  Points,
  salesTotalField,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { customerReportColumns, saleReportFilters } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  TransactionId: Id,
  PerformedAt: Instant,
  InvoiceNo: z.string(),
  SalesOrder: z.string().nullable(),
  TransactionType,
  OriginalInvoiceNo: z.string().nullable(),
  ...customerReportColumns,
  OutletCode: z.string(),
  SalesPersonCode: z.string().nullable(),
  Lines: z.int(),
  /** Amount of a sale before discount and tax. */
  Gross: salesTotalField(),
  Discount: salesTotalField(),
  /** Net amount of a cancellation; the field Net is gross less discount and returns. */
  Returns: salesTotalField(),
  Net: salesTotalField(),
  PointsEarned: Points,
  PointsReversed: Points,
  /** Names of the rewards that were handed over with the sale. */
  RewardName: z.string().nullable(),
}

export const customerTransactionReport = declareReport('customerTransaction', {
  summary: 'Sales to members and cancellations between two days',
  filters: {
    TransactionDateFrom: DateOnly,
    TransactionDateTo: DateOnly,
    MembershipNo: membershipFilter,
    InvoiceNo: upperCaseFilter,
    ...saleReportFilters,
    /** Y: excludes cancellations and completely returned sales. */
    ExcludeCancelTrxYN: YN,
  },
  dates: ['TransactionDateFrom', 'TransactionDateTo'],
  named: ['MembershipNo', 'InvoiceNo'],
  amounts: ['AmountFrom', 'AmountTo'],
  row,
  key: 'TransactionId',
  totals: {
    Sales: z.int(),
    Cancellations: z.int(),
    Net: salesTotalField(),
    PointsEarned: Points,
    PointsReversed: Points,
    Gross: salesTotalField(),
    Discount: salesTotalField(),
    Returns: salesTotalField(),
  },
  sort: listSortableColumns(row, 'PerformedAt'),
  about: ['sale', 'cancellation', 'customer'],
})
