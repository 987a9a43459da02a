import { useEffect } from 'react'
import { notify } from '#kit/web/notify.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getSale, type Summary } from '../../contract.ts'
import { AssignSaleDialog } from '../assign/AssignDialog.tsx'
import { CancelSaleDialog } from '../cancel/CancelDialog.tsx'

export type SaleRowDialog = { action: 'cancel' | 'assign'; sale: Summary }

type Props = { doing: SaleRowDialog; open: boolean; onClose: () => void }

/** Dialogs that the row menu of the list opens. */
export function SaleRowDialogs({ doing, open, onClose }: Props) {
  if (doing.action === 'assign') return <AssignSaleDialog sale={doing.sale} open={open} onClose={onClose} />
  return <CancelFromList InvoiceNo={doing.sale.InvoiceNo} open={open} onClose={onClose} />
}

/** Opens the dialog after loading the current lines, because lines may have been cancelled meanwhile. */
function CancelFromList({ InvoiceNo, open, onClose }: { InvoiceNo: string; open: boolean; onClose: () => void }) {
  const { data, error } = useRead(getSale, { InvoiceNo }, { staleTime: 0 })
  useEffect(() => {
    if (!error) return
    notify.error('sales:one.failed', error)
    onClose()
  }, [error, onClose])
  if (!data) return null
  return <CancelSaleDialog sale={data} open={open ? 'lines' : undefined} onClose={onClose} onCancelled={onClose} />
}
