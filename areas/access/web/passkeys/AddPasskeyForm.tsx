import { Alert, Button, Form, Input, type InputProps, type InputRef } from 'antd'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { PASSKEY_NAME_MAX, PASSWORD_LENGTH_MAX, startAddingPasskey } from '../../contract.ts'
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
      <FormField
        label={t('access:passkeys.name')}
        error={missing.name}
        control={Input}
        ref={(field) => {
          fields.current.name = field
        }}
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        onType={setName}
      />
      {hasPassword && (
        <FormField
          label={t('access:password.current')}
          error={missing.password}
          control={Input.Password}
          ref={(field) => {
            fields.current.password = field
          }}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH_MAX}
          value={password}
          onType={setPassword}
        />
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

type FormFieldProps = Pick<InputProps, 'autoComplete' | 'maxLength' | 'value'> & {
  label: string
  error: string | undefined
  control: typeof Input | typeof Input.Password
  ref: Ref<InputRef>
  onType: (typed: string) => void
}

function FormField({ label, error, control: Control, onType, ...input }: FormFieldProps) {
  const id = useId()
  const help = error && (
    <span id={`${id}-error`} role="alert">
      {error}
    </span>
  )
  return (
    <Form.Item label={label} htmlFor={id} validateStatus={error ? 'error' : ''} help={help}>
      <Control
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onType(target.value)}
      />
    </Form.Item>
  )
}

/** Suggests the operating system of the device as the name, as far as the browser tells it. */
const deviceName = () => /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? ''
