import { customerPath } from '#areas/customers/paths.ts'
import { salePath } from '#areas/sales/paths.ts'
import { createReportPage } from '../web/engine/page.ts'
import { customerTransactionReport } from './contract.ts'

export const customerTransactionPage = createReportPage(customerTransactionReport, {
  columns: [
    { field: 'PerformedAt', second: 'InvoiceNo' },
    { field: 'TransactionType', second: 'OriginalInvoiceNo' },
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    'OutletCode',
    'SalesPersonCode',
    'Net',
    'PointsEarned',
  ],
  optional: [
    { field: 'Lines', phone: null },
    { field: 'Gross', phone: null },
    { field: 'Discount', phone: null },
    { field: 'Returns', phone: null },
    'PointsReversed',
    'RewardName',
    'SalesOrder',
    'RegisteredOutletCode',
  ],
  search: {
    TransactionDateFrom: { until: 'TransactionDateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MembershipNo: 'capitals',
    InvoiceNo: 'capitals',
    SalesPersonCode: 'capitals',
    ExcludeCancelTrxYN: 'yes-no',
    ProductType: { list: 'ProductType' },
    ProductGroup: 'capitals',
    AmountFrom: 'text',
    AmountTo: 'text',
    OriginalDateYN: 'yes-no',
  },
  figures: ['Net', 'Sales', 'Cancellations', 'PointsEarned'],
  rowLink: ({ TransactionType, InvoiceNo }) => salePath({ TransactionType, InvoiceNo }),
  drill: { CustomerName: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })) },
  meanings: ['gross', 'discount', 'returns', 'net', 'cancellation', 'pointsEarned', 'pointsReversed', 'excluded'],
})
