import { Button, Form, Input, type InputProps, type InputRef } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'

type Props = {
  /** The text above the field of the form. */
  children?: ReactNode
  label: string
  /** The message that the form shows if the field is empty. */
  missing: string
  secret?: boolean
  input: Pick<InputProps, 'autoComplete' | 'inputMode' | 'maxLength'>
  ok: string
  danger?: boolean
  /** Runs the action of the form with the typed text. Its error is shown at the field. */
  run: (typed: string) => Promise<unknown>
  onCancel: () => void
}

/** A form with one field and a button, for a password or a code. After an error the field is ready for new input. */
export function OneFieldForm({
  children,
  label,
  missing,
  secret = false,
  input,
  ok,
  danger = false,
  run,
  onCancel,
}: Props) {
  const t = useT()
  const id = useId()
  const field = useRef<InputRef>(null)
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [running, setRunning] = useState(false)
  const Control = secret ? Input.Password : Input

  // The focus moves to the field after a moment, because an opening dialog sets the focus first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  async function submit() {
    if (running) return
    if (!typed.trim()) {
      setMistake(missing)
      return field.current?.focus()
    }
    setRunning(true)
    await run(typed).catch((error: unknown) => {
      setMistake(errorText(error).description)
      field.current?.focus({ cursor: 'all' })
    })
    setRunning(false)
  }

  return (
    <Form
      layout="vertical"
      onSubmitCapture={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {children}
      <Form.Item
        label={label}
        htmlFor={id}
        validateStatus={mistake ? 'error' : ''}
        help={
          mistake && (
            <span id={`${id}-error`} role="alert">
              {mistake}
            </span>
          )
        }
      >
        <Control
          ref={field}
          id={id}
          {...input}
          value={typed}
          aria-invalid={mistake !== undefined}
          aria-describedby={mistake ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setTyped(target.value)
            setMistake(undefined)
          }}
        />
      </Form.Item>
      <Row justify="end">
        <Button onClick={onCancel}>{t('kit:verbs.cancel')}</Button>
        <Button type="primary" danger={danger} htmlType="submit" loading={running}>
          {ok}
        </Button>
      </Row>
    </Form>
  )
}
