import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '#kit/web/useRead.ts'
import { previewCancel, type SummaryWithDetails } from '../../contract.ts'
import { type Chosen, detailsOf, isNothing, isTooMuch } from './chosen.ts'

/** What the chosen lines would do, as the server counts it; what was shown last stays until the next answer is there. */
export function usePreview(sale: SummaryWithDetails, chosen: Chosen) {
  const lines = sale.Details.filter(({ SequenceNo }) => SequenceNo in chosen)
  const askable =
    lines.length > 0 &&
    lines.every((line) => !isNothing(chosen[line.SequenceNo]!) && !isTooMuch(line, chosen[line.SequenceNo]!))
  const { data, error } = useRead(
    previewCancel,
    { OriginalInvoiceNo: sale.InvoiceNo, Details: detailsOf(sale.Details, chosen) },
    // Somebody else may have cancelled a part meanwhile: what was asked before is not believed again.
    { enabled: askable, placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 },
  )
  return { preview: askable ? data : undefined, error: askable ? error : null }
}
