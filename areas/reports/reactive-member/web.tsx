import { customerPath } from '#areas/customers/paths.ts'
import { salePath } from '#areas/sales/paths.ts'
import { reportPage } from '../web/engine/page.ts'
import { reactiveMember } from './contract.ts'

export const page = reportPage(reactiveMember, {
  columns: [
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    { field: 'PreviousPurchase', as: 'date' },
    { field: 'ReturnedOn', as: 'date' },
    'GapDays',
    'InvoiceNo',
    'OutletCode',
    'SalesPersonCode',
    'Net',
  ],
  optional: ['RegisteredOutletCode'],
  search: { DateFrom: { until: 'DateTo', label: 'reports:days' }, OutletCode: 'outlet', Months: 'text' },
  figures: ['Members', 'InactiveBefore', 'ReturnShare', 'Net'],
  empty: () => 'reports:listNotFound',
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  drill: { InvoiceNo: ({ InvoiceNo }) => salePath({ TransactionType: 'N', InvoiceNo }) },
  meanings: ['inactive', 'net'],
})
