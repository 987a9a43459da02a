import { salePath } from '#areas/sales/paths.ts'
import { reportPage } from '../web/engine/page.ts'
import { nonMemberTransaction } from './contract.ts'

export const page = reportPage(nonMemberTransaction, {
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
  },
  figures: ['Sales', 'ShareOfSales', 'Net', 'Cancellations'],
  rowLink: ({ TransactionType, InvoiceNo }) => salePath({ TransactionType, InvoiceNo }),
  meanings: ['net', 'cancellation'],
})
