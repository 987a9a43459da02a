import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { PASSWORD_LENGTH_MAX, PASSKEY_NAME_MAX, startAddingPasskey } from '../../contract.ts'
import { createPasskey, passkeyErrorText } from './webauthn.ts'

type Props = {
  /** False for an account that only signs in through a provider. */
  hasPassword: boolean
  onAdded: (name: string) => void
  /** Without it the form has no Cancel button. */
  onCancel?: () => void
}

type Field = 'name' | 'password'

/** Asks for a name and the password, and then lets the browser create the passkey. */
export function AddPasskeyForm({ hasPassword, onAdded, onCancel }: Props) {
  const t = useT()
  const id = useId()
  const fields = useRef<Partial<Record<Field, InputRef | null>>>({})
  const [name, setName] = useState(deviceName)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Partial<Record<Field, string>>>({})
  const [error, setError] = useState<string>()
  const [running, setRunning] = useState(false)
  const start = useCall(startAddingPasskey, { failed: 'access:passkeys.failed', errorIn: 'form' })

  useEffect(() => {
    const frame = requestAnimationFrame(() => fields.current[hasPassword ? 'password' : 'name']?.focus())
    return () => cancelAnimationFrame(frame)
  }, [hasPassword])

  async function submit() {
    if (running) return
    const wrong = {
      ...(!name.trim() && { name: t('access:passkeys.nameMissing') }),
      ...(hasPassword && !password && { password: t('access:signIn.passwordMissing') }),
    }
    setMissing(wrong)
    setError(undefined)
    if (wrong.name) return fields.current.name?.focus()
    if (wrong.password) return fields.current.password?.focus()
    setRunning(true)
    try {
      const options = await start.mutateAsync(hasPassword ? { CurrentPassword: password } : {})
      const passkey = await createPasskey(options, name.trim())
      onAdded(passkey.Name)
    } catch (failure) {
      setError(passkeyErrorText(failure, t))
      fields.current[hasPassword ? 'password' : 'name']?.focus({ cursor: 'all' })
    }
    setRunning(false)
  }

  const help = (field: Field) =>
    missing[field] && (
      <span id={`${id}-${field}-error`} role="alert">
        {missing[field]}
      </span>
    )
  return (
    <Form
      layout="vertical"
      onSubmitCapture={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>{t('access:passkeys.addAbout')}</p>
      {error && <Alert type="error" showIcon role="alert" title={error} style={{ marginBlockEnd: 16 }} />}
      <Form.Item
        label={t('access:passkeys.name')}
        htmlFor={`${id}-name`}
        validateStatus={missing.name ? 'error' : ''}
        help={help('name')}
      >
        <Input
          ref={(field) => {
            fields.current.name = field
          }}
          id={`${id}-name`}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          value={name}
          aria-invalid={missing.name !== undefined}
          aria-describedby={missing.name ? `${id}-name-error` : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </Form.Item>
      {hasPassword && (
        <Form.Item
          label={t('access:password.current')}
          htmlFor={`${id}-password`}
          validateStatus={missing.password ? 'error' : ''}
          help={help('password')}
        >
          <Input.Password
            ref={(field) => {
              fields.current.password = field
            }}
            id={`${id}-password`}
            autoComplete="current-password"
            maxLength={PASSWORD_LENGTH_MAX}
            value={password}
            aria-invalid={missing.password !== undefined}
            aria-describedby={missing.password ? `${id}-password-error` : undefined}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Form.Item>
      )}
      <Row justify="end">
        {onCancel && <Button onClick={onCancel}>{t('kit:verbs.cancel')}</Button>}
        <Button type="primary" htmlType="submit" loading={running}>
          {t('access:passkeys.add')}
        </Button>
      </Row>
    </Form>
  )
}

/** Suggests the operating system of the device as the name, as far as the browser tells it. */
const deviceName = () => /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? ''
