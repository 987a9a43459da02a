import { path } from '#kit/contract/path.ts'

export const salesPath = path(
  '/points-management/customer-transactions/listing',
  'MembershipNo',
  'OutletCode',
  'DateFrom',
  'DateTo',
)
export const salesToCheckPath = path('/points-management/sales-to-check', 'InvoiceNo', 'id', 'show')
export const saleAddPath = path('/transactions/add', 'MembershipNo')
export const salePath = path('/transactions/:TransactionType/:InvoiceNo')
