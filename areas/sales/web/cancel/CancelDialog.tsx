import { keepPreviousData } from '@tanstack/react-query'
import { Button, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { FormErrorAlert } from '#kit/web/form/FormErrorAlert.tsx'
import { formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar } from '#kit/web/Layout.tsx'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addTransaction, previewCancellation, type SummaryWithDetails } from '../../contract.ts'
import { CancelLinesField } from './CancelLines.tsx'
import type { CancellationReply } from './Cancelled.tsx'
import {
  CANCEL_REASON_LENGTH_MAX,
  type CancelledQuantities,
  exceedsRemainingQuantity,
  isZeroQuantity,
  quantitiesOfAllLines,
  toCancelDetails,
} from './cancelled-quantities.ts'
import { CancellationEffectPreview } from './Effect.tsx'

type Props = {
  sale: SummaryWithDetails
  /** True if all lines are selected when the dialog opens, false if none; undefined closes the dialog. */
  open: 'whole' | 'lines' | undefined
  onClose: () => void
  onCancelled: (reply: CancellationReply) => void
}

/** Dialog to cancel a whole sale or some of its pieces, with a preview of money and points. */
export function CancelSaleDialog({ sale, open, onClose, onCancelled }: Props) {
  const t = useT()
  const cancel = useCall(addTransaction, {
    done: (reply) =>
      t(reply.MembershipNo ? 'sales:cancelled.done' : 'sales:cancelled.doneWalkIn', {
        number: sale.InvoiceNo,
        amount: formatMoney(reply.TotalAmount, { currency: true }),
        points: formatPoints(reply.ReversedPoints),
      }),
    failed: 'sales:cancelled.failed',
    errorIn: 'form',
    onDone: (reply) => {
      onClose()
      onCancelled(reply)
    },
  })
  return (
    <Modal
      open={open !== undefined}
      title={t('sales:cancel.title', { number: sale.InvoiceNo })}
      width={720}
      footer={null}
      mask={{ closable: false }}
      onCancel={cancel.isPending ? () => {} : onClose}
      afterOpenChange={(isOpen) => (isOpen ? focusFirstField(open) : cancel.reset())}
      destroyOnHidden
    >
      <CancelForm
        sale={sale}
        start={open === 'whole' ? quantitiesOfAllLines(sale.Details) : {}}
        busy={cancel.isPending}
        error={cancel.error}
        onClose={onClose}
        onSubmit={(quantities, reason) =>
          cancel.mutate({
            TransactionType: 'C',
            OriginalInvoiceNo: sale.InvoiceNo,
            Remarks: reason,
            Details: toCancelDetails(sale.Details, quantities),
          })
        }
      />
    </Modal>
  )
}

/** Focuses the first field that the user has to fill in: the reason if all lines are selected. */
const focusFirstField = (open: Props['open']) =>
  document.querySelector<HTMLElement>(`[data-cancel] ${open === 'whole' ? 'textarea' : 'input:enabled'}`)?.focus()

type FormProps = {
  sale: SummaryWithDetails
  start: CancelledQuantities
  busy: boolean
  error: Error | null
  onClose: () => void
  onSubmit: (quantities: CancelledQuantities, reason: string) => void
}

function CancelForm({ sale, start, busy, error, onClose, onSubmit }: FormProps) {
  const t = useT()
  const id = useId()
  const [quantities, setQuantities] = useState(start)
  const [reason, setReason] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)

  const { preview, error: previewError } = usePreview(sale, quantities)
  const wrong = sale.Details.filter(({ SequenceNo }) => SequenceNo in quantities).some(
    (line) =>
      isZeroQuantity(quantities[line.SequenceNo]!) || exceedsRemainingQuantity(line, quantities[line.SequenceNo]!),
  )
  const nothing = Object.keys(quantities).length === 0
  const missing = reason.trim() === ''
  const submit = () => {
    setWasSubmitted(true)
    if (nothing) document.querySelector<HTMLElement>(`[data-cancel="${id}"] input`)?.focus()
    else if (missing) document.getElementById(`${id}-reason`)?.focus()
    if (!nothing && !missing && !wrong && !busy) onSubmit(quantities, reason.trim())
  }

  useShortcut('mod+enter', 'sales:cancel.shortcut', submit, { whileTyping: true, inDialog: true })

  return (
    <form
      data-cancel={id}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {error && <FormErrorAlert formError={{ error, details: [] }} failed="sales:cancelled.failed" />}
      <CancelLinesField
        lines={sale.Details}
        chosen={quantities}
        preview={preview?.Lines ?? []}
        onChange={setQuantities}
      />
      {wasSubmitted && nothing && (
        <p role="alert" className="carat-bad">
          {t('sales:cancel.chooseLines')}
        </p>
      )}
      {previewError && !error && (
        <FormErrorAlert formError={{ error: previewError, details: [] }} failed="sales:cancel.previewFailed" />
      )}
      {preview && <CancellationEffectPreview preview={preview} />}
      <Form layout="vertical" component={false}>
        <Form.Item
          label={t('kit:fields.Reason')}
          htmlFor={`${id}-reason`}
          required
          {...(wasSubmitted && missing && { validateStatus: 'error', help: t('kit:issues.required') })}
        >
          <Input.TextArea
            id={`${id}-reason`}
            autoFocus={Object.keys(start).length > 0}
            aria-required
            aria-invalid={wasSubmitted && missing}
            value={reason}
            maxLength={CANCEL_REASON_LENGTH_MAX}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
      <ActionBar justify="end">
        <Button onClick={onClose} disabled={busy}>
          {t('sales:cancel.keep')}
        </Button>
        <Button type="primary" danger htmlType="submit" loading={busy}>
          {confirmText(sale, quantities, t)}
        </Button>
      </ActionBar>
    </form>
  )
}

/** Returns the label of the button, which says whether the sale or a number of lines will be cancelled. */
function confirmText(sale: SummaryWithDetails, quantities: CancelledQuantities, t: ReturnType<typeof useT>) {
  if (toCancelDetails(sale.Details, quantities) || Object.keys(quantities).length === 0)
    return t('sales:cancel.confirmLines', { count: Object.keys(quantities).length })
  return t(sale.CancelState === 'Part' ? 'sales:cancel.rest' : 'sales:cancel.whole')
}

/** Loads the server's preview for the selected lines; the previous preview stays visible meanwhile. */
function usePreview(sale: SummaryWithDetails, quantities: CancelledQuantities) {
  const lines = sale.Details.filter(({ SequenceNo }) => SequenceNo in quantities)
  const canPreview =
    lines.length > 0 &&
    lines.every(
      (line) =>
        !isZeroQuantity(quantities[line.SequenceNo]!) && !exceedsRemainingQuantity(line, quantities[line.SequenceNo]!),
    )
  const { data, error } = useRead(
    previewCancellation,
    { OriginalInvoiceNo: sale.InvoiceNo, Details: toCancelDetails(sale.Details, quantities) },
    // Previews are not cached, because another user may have cancelled a part of the sale meanwhile.
    { enabled: canPreview, placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 },
  )
  return { preview: canPreview ? data : undefined, error: canPreview ? error : null }
}
