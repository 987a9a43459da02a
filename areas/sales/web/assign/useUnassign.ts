import type { ConfirmationQuestion } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type Summary, unassignSale } from '../../contract.ts'
import { CANCEL_REASON_LENGTH_MAX } from '../cancel/cancelled-quantities.ts'

/** Returns a function that unassigns a sale from its member after a confirmation. */
export function useUnassignSale() {
  const t = useT()
  const unassign = useCall(unassignSale, {
    done: 'sales:assign.undone',
    failed: 'sales:assign.undoFailed',
  })
  return {
    run: ({ InvoiceNo }: Summary, Remark: string) => unassign.mutateAsync({ InvoiceNo, Remark }),
    questionOf: ({ InvoiceNo, CustomerName, PointsMoved }: Summary): ConfirmationQuestion => ({
      title: t('sales:assign.undoTitle', { number: InvoiceNo, name: CustomerName ?? '' }),
      body: t('sales:assign.undoBody', { count: PointsMoved }),
      ok: t('sales:assign.undo'),
      danger: true,
      reason: { label: t('kit:fields.Reason'), maxLength: CANCEL_REASON_LENGTH_MAX, required: true },
    }),
  }
}
