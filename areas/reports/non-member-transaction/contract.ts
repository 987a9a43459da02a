import { z } from 'zod'
import { TransactionType } from '#areas/sales/contract/transaction.ts'
import { DateOnly, Id, Instant, salesTotal } from '#kit/contract/fields.ts'
import { Percent, saleFilters } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  TransactionId: Id,
  PerformedAt: Instant,
  InvoiceNo: z.string(),
  SalesOrder: z.string().nullable(),
  TransactionType,
  OriginalInvoiceNo: z.string().nullable(),
  OutletCode: z.string(),
  SalesPersonCode: z.string().nullable(),
  /** What was bought, by its groups. */
  Goods: z.string().nullable(),
  Net: salesTotal(),
}

export const nonMemberTransaction = report('nonMemberTransaction', {
  summary: 'Sales to nobody who is known, and how much of all sales they are',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    ...saleFilters,
  },
  dates: ['DateFrom', 'DateTo'],
  amounts: ['AmountFrom', 'AmountTo'],
  row,
  key: 'TransactionId',
  totals: {
    Sales: z.int(),
    Cancellations: z.int(),
    Net: salesTotal(),
    /** Of the number of all sales of these days and this outlet. */
    ShareOfSales: Percent.nullable(),
  },
  sort: sortable(row, 'PerformedAt'),
  about: ['sale', 'cancellation'],
})
