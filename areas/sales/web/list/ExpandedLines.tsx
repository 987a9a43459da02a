import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getCancel, getSale, type Summary } from '../../contract.ts'
import { Lines } from '../one/LinesTable.tsx'

/** Lines of a sale or cancellation, shown below its row. */
export function ExpandedLines({ row }: { row: Summary }) {
  const { data, error, refetch } = useRead(row.TransactionType === 'C' ? getCancel : getSale, {
    InvoiceNo: row.InvoiceNo,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={2} />
  return <Lines transaction={data} />
}
