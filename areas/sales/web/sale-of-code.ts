import { call } from '#kit/web/call.ts'
import type { ScannedRecord } from '#kit/web/scan-outcome.ts'
import { INVOICE_NO_LENGTH_MAX } from '../contract/sales-to-check.ts'
import { listTransactions } from '../contract.ts'
import { salePath } from '../paths.ts'

/** Finds the sale or return with a scanned invoice number in the user's own outlet. */
export async function findSaleOfReceipt(code: string): Promise<ScannedRecord | undefined> {
  const InvoiceNo = code.toUpperCase()
  if (InvoiceNo.length > INVOICE_NO_LENGTH_MAX) return undefined
  const { rows } = await call(listTransactions, { Rows: 20, Search: { InvoiceNo } })
  // The list that the search returns also includes the returns of a sale.
  const sale = rows.find((row) => row.InvoiceNo === InvoiceNo)
  return sale && { to: salePath(sale), name: sale.InvoiceNo }
}
