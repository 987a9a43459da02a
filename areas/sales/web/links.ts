import type { Summary } from '../contract.ts'

/** Where a sale or a cancellation is seen. Invoice numbers may hold any character. */
export const transactionLink = ({ TransactionType, InvoiceNo }: Pick<Summary, 'TransactionType' | 'InvoiceNo'>) =>
  `/transactions/${TransactionType}/${encodeURIComponent(InvoiceNo)}`

export const explainLink = (MembershipNo: string, InvoiceNo?: string) =>
  `/points/explain?${new URLSearchParams({ MembershipNo, ...(InvoiceNo && { InvoiceNo }) })}`
