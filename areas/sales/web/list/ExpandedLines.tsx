import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getCancellation, getSale, type Summary } from '../../contract.ts'
import { TransactionLinesTable } from '../one/LinesTable.tsx'

/** Shows the lines of a sale or cancellation below its row in the list. */
export function ExpandedSaleLines({ row }: { row: Summary }) {
  const { data, error, refetch } = useRead(row.TransactionType === 'C' ? getCancellation : getSale, {
    InvoiceNo: row.InvoiceNo,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={2} />
  return <TransactionLinesTable transaction={data} />
}
