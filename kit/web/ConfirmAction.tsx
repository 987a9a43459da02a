import { Button, type ButtonProps, Form, Input, Modal, Tooltip } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useIsOffline } from './connection.ts'
import { useT } from './i18n.ts'
import { Row } from './Layout.tsx'

export type ConfirmationQuestion = {
  /** The question, which names the record: 'Cancel the claim of RR-00012?' */
  title: string
  /** Explains the consequences if the title does not make them clear. */
  body?: ReactNode
  /** The label of the confirm button; by default 'Confirm'. */
  ok?: string
  danger?: boolean
  /** Asks for a reason, which the action receives. */
  reason?: { label: string; maxLength: number; required?: boolean }
  /** The text that the user must type before an irreversible action. */
  type?: string
}

type DialogProps = {
  question: ConfirmationQuestion
  open: boolean
  onClose: () => void
  run: (reason: string) => unknown
}

/** Asks for confirmation. Cancel has the focus, so that a second press of Enter does nothing. */
export function ConfirmDialog({ question, open, onClose, run }: DialogProps) {
  const t = useT()
  const id = useId()
  const [running, setRunning] = useState(false)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const ready =
    (!question.reason?.required || reason.trim() !== '') && (!question.type || typed.trim() === question.type)

  const confirm = async () => {
    if (!ready || running) return
    setRunning(true)
    try {
      await run(reason.trim())
    } catch {
      // Closes the dialog after a failure too, because useCall has already notified the user of the error.
    } finally {
      setRunning(false)
      onClose()
    }
  }

  return (
    <Modal
      open={open}
      title={question.title}
      width={460}
      onCancel={running ? () => {} : onClose}
      afterOpenChange={(opened) => {
        if (opened) return
        setReason('')
        setTyped('')
      }}
      footer={
        <Row justify="end">
          <Button onClick={onClose} disabled={running} autoFocus={!question.reason && !question.type}>
            {t('kit:verbs.cancel')}
          </Button>
          <Button
            type="primary"
            danger={question.danger ?? false}
            disabled={!ready}
            loading={running}
            onClick={confirm}
          >
            {question.ok ?? t('kit:confirm.confirm')}
          </Button>
        </Row>
      }
      destroyOnHidden
    >
      {question.body}
      <Form layout="vertical" component={false}>
        {question.reason && (
          <Form.Item
            label={question.reason.label}
            htmlFor={`${id}-reason`}
            required={question.reason.required ?? false}
            // Leaves room below the box for the character count.
            style={{ margin: '12px 0 24px' }}
          >
            <Input.TextArea
              id={`${id}-reason`}
              autoFocus
              value={reason}
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={question.reason.maxLength}
              showCount
              onChange={({ target }) => setReason(target.value)}
              onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && void confirm()}
            />
          </Form.Item>
        )}
        {question.type && (
          <Form.Item
            label={t('kit:confirm.type', { text: question.type })}
            htmlFor={`${id}-typed`}
            style={{ margin: '12px 0 0' }}
          >
            <Input
              id={`${id}-typed`}
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

type Props = ConfirmationQuestion & {
  label: string
  icon?: ReactNode
  button?: ButtonProps
  /** The reason why the user cannot run the action; false or undefined if the user can run it. */
  disabled?: string | false | undefined
  run: (reason: string) => unknown
}

/** A button that asks for confirmation before it runs its action. */
export function ConfirmAction({ label, icon, button, disabled, run, ...question }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const offline = useIsOffline()
  return (
    <>
      <ReasonedButton
        {...button}
        icon={icon}
        danger={question.danger ?? false}
        reason={disabled || (offline && t('kit:refusals.offline'))}
        onClick={() => setOpen(true)}
      >
        {label}
      </ReasonedButton>
      <ConfirmDialog question={question} open={open} onClose={() => setOpen(false)} run={run} />
    </>
  )
}

/** A button that explains why it is disabled. The button stays focusable, so that keyboard users reach the reason. */
export function ReasonedButton({
  reason,
  onClick,
  ...button
}: Omit<ButtonProps, 'disabled'> & { reason?: string | false | undefined }) {
  const id = useId()
  if (!reason) return <Button {...button} {...(onClick && { onClick })} />
  return (
    <Tooltip title={reason}>
      <Button {...button} aria-disabled aria-describedby={id} className="carat-button-off" />
      <span id={id} className="carat-unseen">
        {reason}
      </span>
    </Tooltip>
  )
}
