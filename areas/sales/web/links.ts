import type { Summary } from '../contract.ts'

/** Where a sale or a cancellation is seen. Invoice numbers may hold any character. */
export const transactionLink = ({ TransactionType, InvoiceNo }: Pick<Summary, 'TransactionType' | 'InvoiceNo'>) =>
  `/transactions/${TransactionType}/${encodeURIComponent(InvoiceNo)}`

export const SALES_TO_CHECK = '/points-management/sales-to-check'

/** The lines of one sale that wait to be checked. */
export const toCheckLink = ({ InvoiceNo }: Pick<Summary, 'InvoiceNo'>) =>
  `${SALES_TO_CHECK}?${new URLSearchParams({ InvoiceNo })}`

export const approvalLink = (ApprovalId: number) => `/settings/approvals?id=${ApprovalId}`

export const explainLink = (MembershipNo: string, InvoiceNo?: string) =>
  `/points/explain?${new URLSearchParams({ MembershipNo, ...(InvoiceNo && { InvoiceNo }) })}`
