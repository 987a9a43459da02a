import { useState } from 'react'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { SummaryWithDetails } from '../../contract.ts'
import { CancelSaleDialog } from './CancelDialog.tsx'
import type { CancellationReply } from './Cancelled.tsx'
import { findCancelBlocker } from './cancel-blocker.ts'

type Props = { sale: SummaryWithDetails; onCancelled: (reply: CancellationReply) => void }

/** Two buttons that open the cancellation dialog: one selects all lines, the other selects none. */
export function CancelSaleActions({ sale, onCancelled }: Props) {
  const t = useT()
  const { has, isHQ, user } = useSession()
  const [open, setOpen] = useState<'whole' | 'lines'>()
  if (!has('Customer Transaction')) return null
  const reason =
    findCancelBlocker(t, sale) ||
    (sale.Details.length === 0 && t('sales:lines.none')) ||
    (sale.CancelState === 'Whole' && t('sales:cancel.nothingLeft')) ||
    (!isHQ && sale.OutletCode !== user.building?.code && t('sales:cancel.otherOutlet'))
  const isPartlyCancelled = sale.CancelState === 'Part'
  return (
    <>
      {sale.Details.length > 0 && (
        <ReasonedButton reason={reason} onClick={() => setOpen('lines')}>
          {t('sales:cancel.lines')}
        </ReasonedButton>
      )}
      <ReasonedButton danger reason={reason} onClick={() => setOpen('whole')}>
        {t(isPartlyCancelled ? 'sales:cancel.rest' : 'sales:cancel.whole')}
      </ReasonedButton>
      <CancelSaleDialog sale={sale} open={open} onClose={() => setOpen(undefined)} onCancelled={onCancelled} />
    </>
  )
}
