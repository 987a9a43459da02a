import { z } from 'zod'
import { TransactionType } from '#areas/sales/contract/transaction.ts'
import {
  DateOnly,
  Id,
  Instant,
  membershipFilter,
  Points,
  salesTotal,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { customerColumns, saleFilters } from '../contract/fields.ts'
import { declareReport, sortable } from '../contract/report.ts'

const row = {
  TransactionId: Id,
  PerformedAt: Instant,
  InvoiceNo: z.string(),
  SalesOrder: z.string().nullable(),
  TransactionType,
  OriginalInvoiceNo: z.string().nullable(),
  ...customerColumns,
  OutletCode: z.string(),
  SalesPersonCode: z.string().nullable(),
  Lines: z.int(),
  /** Amount of a sale before discount and tax. */
  Gross: salesTotal(),
  Discount: salesTotal(),
  /** Net amount of a cancellation; the field Net is gross less discount and returns. */
  Returns: salesTotal(),
  Net: salesTotal(),
  PointsEarned: Points,
  PointsReversed: Points,
  /** Names of the rewards that were handed over with the sale. */
  RewardName: z.string().nullable(),
}

export const customerTransaction = declareReport('customerTransaction', {
  summary: 'Sales to members and cancellations between two days',
  filters: {
    TransactionDateFrom: DateOnly,
    TransactionDateTo: DateOnly,
    MembershipNo: membershipFilter,
    InvoiceNo: upperCaseFilter,
    ...saleFilters,
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
    Net: salesTotal(),
    PointsEarned: Points,
    PointsReversed: Points,
    Gross: salesTotal(),
    Discount: salesTotal(),
    Returns: salesTotal(),
  },
  sort: sortable(row, 'PerformedAt'),
  about: ['sale', 'cancellation', 'customer'],
})
