import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { changePassword, changePasswordBody, PASSWORD_LENGTH_MAX } from '../../contract.ts'
import { PasswordRules } from '../PasswordRules.tsx'
import { type PasswordErrors, toPasswordErrors, validatePasswordForm } from '../password-errors.ts'

const empty = { CurrentPassword: '', NewPassword: '', ConfirmPassword: '' }
type Name = keyof typeof empty
const order: readonly Name[] = ['CurrentPassword', 'NewPassword', 'ConfirmPassword']
const labels = {
  CurrentPassword: 'access:password.current',
  NewPassword: 'access:password.new',
  ConfirmPassword: 'access:password.confirm',
} as const

/** The dialog to change the password, with the password rules. Closing the dialog discards the input. */
export function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Modal
      open={open}
      title={t('access:password.change')}
      footer={null}
      width={480}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <ChangePasswordForm onClose={onClose} />
    </Modal>
  )
}

function ChangePasswordForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const rules = useId()
  const id = useId()
  const [values, setValues] = useState(empty)
  const [mistakes, setMistakes] = useState<PasswordErrors>({})
  const fields = useRef<Partial<Record<Name, InputRef | null>>>({})
  const change = useCall(changePassword, {
    done: ({ SessionsEnded }) =>
      SessionsEnded > 0 ? t('access:password.changedOthers', { count: SessionsEnded }) : t('access:password.changed'),
    failed: 'access:password.failed',
    errorIn: 'form',
  })

  useEffect(() => {
    const frame = requestAnimationFrame(() => fields.current.CurrentPassword?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    const wrong = order.find((name) => mistakes[name])
    if (wrong) fields.current[wrong]?.focus({ cursor: 'all' })
  }, [mistakes])

  async function submit() {
    if (change.isPending) return
    const formErrors = validatePasswordForm(changePasswordBody, values)
    setMistakes(formErrors)
    if (Object.keys(formErrors).length > 0) return
    await change.mutateAsync(values).then(onClose, (error: unknown) => setMistakes(toPasswordErrors(error)))
  }

  return (
    <Form
      layout="vertical"
      component="form"
      onSubmitCapture={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {mistakes.other && (
        <Alert type="error" showIcon role="alert" title={mistakes.other} style={{ marginBlockEnd: 16 }} />
      )}
      <PasswordRules id={rules} />
      {order.map((name) => (
        <Form.Item
          key={name}
          label={t(labels[name])}
          htmlFor={`${id}-${name}`}
          validateStatus={mistakes[name] ? 'error' : ''}
          help={
            mistakes[name] && (
              <span id={`${id}-${name}-error`} role="alert">
                {mistakes[name]}
              </span>
            )
          }
        >
          <Input.Password
            ref={(field) => {
              fields.current[name] = field
            }}
            id={`${id}-${name}`}
            autoComplete={name === 'CurrentPassword' ? 'current-password' : 'new-password'}
            maxLength={PASSWORD_LENGTH_MAX}
            value={values[name]}
            aria-invalid={mistakes[name] !== undefined}
            aria-describedby={mistakes[name] ? `${id}-${name}-error` : name === 'NewPassword' ? rules : undefined}
            onChange={({ target }) => {
              setValues({ ...values, [name]: target.value })
              if (mistakes[name]) setMistakes({ ...mistakes, [name]: undefined })
            }}
          />
        </Form.Item>
      ))}
      <Row justify="end" style={{ marginBlockStart: 24 }}>
        <Button onClick={onClose}>{t('kit:verbs.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          {t('access:password.save')}
        </Button>
      </Row>
    </Form>
  )
}
