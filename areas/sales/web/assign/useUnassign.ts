import type { Confirmation } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type Summary, unassignSale } from '../../contract.ts'
import { REASON_MAX } from '../cancel/cancelled-quantities.ts'

/** Returns a function that unassigns a sale from its member after a confirmation. */
export function useUnassign() {
  const t = useT()
  const unassign = useCall(unassignSale, {
    done: 'sales:assign.undone',
    failed: 'sales:assign.undoFailed',
  })
  return {
    run: ({ InvoiceNo }: Summary, Remark: string) => unassign.mutateAsync({ InvoiceNo, Remark }),
    questionOf: ({ InvoiceNo, CustomerName, PointsMoved }: Summary): Confirmation => ({
      title: t('sales:assign.undoTitle', { number: InvoiceNo, name: CustomerName ?? '' }),
      body: t('sales:assign.undoBody', { count: PointsMoved }),
      ok: t('sales:assign.undo'),
      danger: true,
      reason: { label: t('kit:fields.Reason'), maxLength: REASON_MAX, required: true },
    }),
  }
}
