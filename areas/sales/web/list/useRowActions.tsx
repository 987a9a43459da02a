import { lazy, Suspense, useCallback, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { RowAction } from '#kit/web/table/RowActions.tsx'
import type { Summary } from '../../contract.ts'
import { salePath } from '../../paths.ts'
import { useUnassignSale } from '../assign/useUnassign.ts'
import { findCancelBlocker } from '../cancel/cancel-blocker.ts'
import type { SaleRowDialog } from './RowDialogs.tsx'

const RowDialogs = lazy(async () => ({ default: (await import('./RowDialogs.tsx')).SaleRowDialogs }))

/** Returns the row actions of a sale in the list, with their dialogs. */
export function useSaleRowActions() {
  const t = useT()
  const { isHQ, user } = useSession()
  const unassign = useUnassignSale()
  const [doing, setDoing] = useState<SaleRowDialog>()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const begin = (action: SaleRowDialog['action'], sale: Summary) => {
    setDoing({ action, sale })
    setOpen(true)
  }

  const actionsOf = (sale: Summary): readonly (RowAction | false)[] => {
    const look = { label: t('kit:verbs.open'), to: salePath(sale) }
    if (sale.TransactionType === 'C') return [look]
    const foreign = !isHQ && sale.OutletCode !== user.building?.code
    return [
      look,
      !sale.MembershipNo && {
        label: t('sales:assign.open'),
        disabled:
          (sale.CancelState !== 'None' && t('sales:assign.cancelled')) || (foreign && t('sales:assign.otherOutlet')),
        run: () => begin('assign', sale),
      },
      sale.AssignedAt !== null &&
        isHQ && {
          label: t('sales:assign.undo'),
          danger: true,
          disabled: findCancelBlocker(t, sale) || (sale.CancelState !== 'None' && t('sales:assign.cancelled')),
          confirm: unassign.questionOf(sale),
          run: (reason: string) => unassign.run(sale, reason),
        },
      {
        label: t('sales:cancel.lines'),
        danger: true,
        disabled:
          findCancelBlocker(t, sale) ||
          (sale.CancelState === 'Whole' && t('sales:cancel.nothingLeft')) ||
          (foreign && t('sales:cancel.otherOutlet')),
        run: () => begin('cancel', sale),
      },
    ]
  }
  const dialogs = doing && (
    <Suspense fallback={null}>
      <RowDialogs doing={doing} open={open} onClose={close} />
    </Suspense>
  )
  return { actionsOf, dialogs }
}
