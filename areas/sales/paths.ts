import { definePath } from '#kit/contract/path.ts'

export const salesPath = definePath(
  '/points-management/customer-transactions/listing',
  'MembershipNo',
  'OutletCode',
  'DateFrom',
  'DateTo',
)
export const salesToCheckPath = definePath('/points-management/sales-to-check', 'InvoiceNo', 'id', 'show')
export const saleAddPath = definePath('/transactions/add', 'MembershipNo')
export const salePath = definePath('/transactions/:TransactionType/:InvoiceNo')
