import { salePath } from '#areas/sales/paths.ts'
import { createReportPage } from '../web/engine/page.ts'
import { createTotalsPage } from '../web/engine/totals.tsx'
import { nonMemberTotalsReport, nonMemberTransactionReport } from './contract.ts'

export const nonMemberTransactionPage = createReportPage(nonMemberTransactionReport, {
  columns: [
    { field: 'PerformedAt', second: 'InvoiceNo' },
    { field: 'TransactionType', second: 'OriginalInvoiceNo' },
    'OutletCode',
    'SalesPersonCode',
    'Goods',
    'Net',
  ],
  optional: ['SalesOrder'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    SalesPersonCode: 'capitals',
    ProductType: { list: 'ProductType' },
    ProductGroup: 'capitals',
    AmountFrom: 'text',
    AmountTo: 'text',
    OriginalDateYN: 'yes-no',
  },
  figures: ['Sales', 'ShareOfSales', 'Net', 'Cancellations'],
  rowLink: ({ TransactionType, InvoiceNo }) => salePath({ TransactionType, InvoiceNo }),
  meanings: ['net', 'cancellation'],
})

export const nonMemberTotalsPage = createTotalsPage(nonMemberTotalsReport, {
  by: {
    Outlet: { title: 'kit:fields.OutletCode', filter: 'OutletCode', codes: 'OutletCode' },
    Staff: { title: 'reports:fields.SalesPersonCode', filter: 'SalesPersonCode', codes: 'SalesPersonCode' },
  },
  columns: ['Sales', 'AllSales', 'ShareOfSales', 'Net', 'Cancellations'],
  rows: nonMemberTransactionPage,
})
