import { Button, Flex, Form, Input, type InputRef } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { errorText, useT } from '#kit/web/i18n.ts'
import './security.css'

type Props = {
  /** What is about to happen. */
  children?: ReactNode
  ok: string
  danger?: boolean
  run: (password: string) => Promise<unknown>
  onCancel: () => void
}

/** Whoever changes how one signs in says the password first. */
export function PasswordQuestion({ children, ok, danger = false, run, onCancel }: Props) {
  const t = useT()
  const id = useId()
  const field = useRef<InputRef>(null)
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [running, setRunning] = useState(false)

  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  async function submit() {
    if (running) return
    if (!password) {
      setMistake(t('access:signIn.passwordMissing'))
      return field.current?.focus()
    }
    setRunning(true)
    await run(password).catch((error: unknown) => {
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
      <p>{t('access:authenticator.askPassword')}</p>
      <Form.Item
        label={t('access:password.current')}
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
        <Input.Password
          ref={field}
          id={id}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          aria-invalid={mistake !== undefined}
          aria-describedby={mistake ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setPassword(target.value)
            setMistake(undefined)
          }}
        />
      </Form.Item>
      <Flex gap={8} justify="end">
        <Button onClick={onCancel}>{t('kit:form.cancel')}</Button>
        <Button type="primary" danger={danger} htmlType="submit" loading={running}>
          {ok}
        </Button>
      </Flex>
    </Form>
  )
}
