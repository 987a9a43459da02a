import { useState } from 'react'
import { ConfirmAction, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { SummaryWithDetails } from '../../contract.ts'
import { findCancelBlocker } from '../cancel/cancel-blocker.ts'
import { AssignSaleDialog } from './AssignDialog.tsx'
import { useUnassignSale } from './useUnassign.ts'

/** Buttons to assign a walk-in sale to its member and, for head office, to undo a wrong assignment. */
export function AssignSaleActions({ sale }: { sale: SummaryWithDetails }) {
  const t = useT()
  const { has, isHQ, user } = useSession()
  const [open, setOpen] = useState(false)
  const unassign = useUnassignSale()
  if (!has('Customer Transaction')) return null
  if (!sale.MembershipNo) {
    const reason =
      (sale.CancelState !== 'None' && t('sales:assign.cancelled')) ||
      (!isHQ && sale.OutletCode !== user.building?.code && t('sales:assign.otherOutlet'))
    return (
      <>
        <ReasonedButton type="primary" reason={reason} onClick={() => setOpen(true)}>
          {t('sales:assign.open')}
        </ReasonedButton>
        <AssignSaleDialog sale={sale} open={open} onClose={() => setOpen(false)} />
      </>
    )
  }
  if (!sale.AssignedAt || !isHQ) return null
  return (
    <ConfirmAction
      {...unassign.questionOf(sale)}
      label={t('sales:assign.undo')}
      disabled={findCancelBlocker(t, sale) || (sale.CancelState !== 'None' && t('sales:assign.cancelled'))}
      run={(reason) => unassign.run(sale, reason)}
    />
  )
}
