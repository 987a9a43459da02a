import { z } from 'zod'
import { TransactionType } from '#areas/sales/contract/transaction.ts'
import { DateOnly, Id, Instant, salesTotalField } from '#kit/contract/fields.ts'
import { Percent, saleReportFilters } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'
import { declareTotals } from '../contract/totals.ts'

const row = {
  TransactionId: Id,
  PerformedAt: Instant,
  InvoiceNo: z.string(),
  SalesOrder: z.string().nullable(),
  TransactionType,
  OriginalInvoiceNo: z.string().nullable(),
  OutletCode: z.string(),
  SalesPersonCode: z.string().nullable(),
  /** Product groups of the sale's lines. */
  Goods: z.string().nullable(),
  Net: salesTotalField(),
}

export const nonMemberTransactionReport = declareReport('nonMemberTransaction', {
  summary: 'Sales to unknown customers and their share of all sales',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    ...saleReportFilters,
  },
  dates: ['DateFrom', 'DateTo'],
  amounts: ['AmountFrom', 'AmountTo'],
  row,
  key: 'TransactionId',
  totals: {
    Sales: z.int(),
    Cancellations: z.int(),
    Net: salesTotalField(),
    /** Number of all sales with the same filters, including sales to members. */
    AllSales: z.int(),
    /** Percentage of all sales that were sales to unknown customers. */
    ShareOfSales: Percent.nullable(),
  },
  sort: listSortableColumns(row, 'PerformedAt'),
  about: ['sale', 'cancellation'],
})

export const nonMemberTotalsReport = declareTotals('nonMemberTotals', nonMemberTransactionReport, {
  summary: 'Returns the share of walk-in sales by outlet or salesperson',
  by: z.enum(['Outlet', 'Staff']),
})
