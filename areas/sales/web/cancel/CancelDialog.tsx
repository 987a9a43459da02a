import { keepPreviousData } from '@tanstack/react-query'
import { Button, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { TroubleAlert } from '#kit/web/form/FormTrouble.tsx'
import { formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar } from '#kit/web/Layout.tsx'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addTransaction, previewCancel, type SummaryWithDetails } from '../../contract.ts'
import { CancelLines } from './CancelLines.tsx'
import type { CancelReply } from './Cancelled.tsx'
import { type Chosen, detailsOf, everything, isNothing, isTooMuch, REASON_MAX } from './chosen.ts'
import { Effect } from './Effect.tsx'

type Props = {
  sale: SummaryWithDetails
  /** Whether all of the sale is chosen at first; closed without. */
  open: 'whole' | 'lines' | undefined
  onClose: () => void
  onCancelled: (reply: CancelReply) => void
}

/** Takes a sale back, in whole or by the piece, and says before what that does to money and points. */
export function CancelDialog({ sale, open, onClose, onCancelled }: Props) {
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
      afterOpenChange={(opened) => !opened && cancel.reset()}
      destroyOnHidden
    >
      <CancelForm
        sale={sale}
        start={open === 'whole' ? everything(sale.Details) : {}}
        busy={cancel.isPending}
        error={cancel.error}
        onClose={onClose}
        onSubmit={(chosen, reason) =>
          cancel.mutate({
            TransactionType: 'C',
            OriginalInvoiceNo: sale.InvoiceNo,
            Remarks: reason,
            Details: detailsOf(sale.Details, chosen),
          })
        }
      />
    </Modal>
  )
}

type FormProps = {
  sale: SummaryWithDetails
  start: Chosen
  busy: boolean
  error: Error | null
  onClose: () => void
  onSubmit: (chosen: Chosen, reason: string) => void
}

function CancelForm({ sale, start, busy, error, onClose, onSubmit }: FormProps) {
  const t = useT()
  const id = useId()
  const [chosen, setChosen] = useState(start)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)

  const { preview, error: unseen } = usePreview(sale, chosen)
  const wrong = sale.Details.filter(({ SequenceNo }) => SequenceNo in chosen).some(
    (line) => isNothing(chosen[line.SequenceNo]!) || isTooMuch(line, chosen[line.SequenceNo]!),
  )
  const nothing = Object.keys(chosen).length === 0
  const missing = reason.trim() === ''
  const submit = () => {
    setTried(true)
    if (nothing) document.querySelector<HTMLElement>(`[data-cancel="${id}"] input`)?.focus()
    else if (missing) document.getElementById(`${id}-reason`)?.focus()
    if (!nothing && !missing && !wrong && !busy) onSubmit(chosen, reason.trim())
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
      {error && <TroubleAlert trouble={{ error, details: [] }} failed="sales:cancelled.failed" />}
      <CancelLines lines={sale.Details} chosen={chosen} preview={preview?.Lines ?? []} onChange={setChosen} />
      {tried && nothing && (
        <p role="alert" className="carat-bad">
          {t('sales:cancel.chooseLines')}
        </p>
      )}
      {unseen && !error && (
        <TroubleAlert trouble={{ error: unseen, details: [] }} failed="sales:cancel.previewFailed" />
      )}
      {preview && <Effect preview={preview} />}
      <Form layout="vertical" component={false}>
        <Form.Item
          label={t('kit:fields.Reason')}
          htmlFor={`${id}-reason`}
          required
          {...(tried && missing && { validateStatus: 'error', help: t('kit:issues.required') })}
        >
          <Input.TextArea
            id={`${id}-reason`}
            autoFocus={Object.keys(start).length > 0}
            aria-required
            aria-invalid={tried && missing}
            value={reason}
            maxLength={REASON_MAX}
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
          {confirmText(sale, chosen, t)}
        </Button>
      </ActionBar>
    </form>
  )
}

/** The button says what will be gone: all of it, or how many lines. */
function confirmText(sale: SummaryWithDetails, chosen: Chosen, t: ReturnType<typeof useT>) {
  if (detailsOf(sale.Details, chosen) || Object.keys(chosen).length === 0)
    return t('sales:cancel.confirmLines', { count: Object.keys(chosen).length })
  return t(sale.CancelState === 'Part' ? 'sales:cancel.rest' : 'sales:cancel.whole')
}

/** What the chosen lines would do, as the server counts it; what was shown last stays until the next answer is there. */
function usePreview(sale: SummaryWithDetails, chosen: Chosen) {
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
