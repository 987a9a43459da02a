import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { type CallError, call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { signIn } from '../contract.ts'

export type Challenge = Reply<typeof signIn> & { username: string }
type Fields = { Username: string; Password: string }

type Props = {
  fixedUsername: string | undefined
  fill: { username: string; password: string } | undefined
  /** Why the user is back at this step. */
  error: CallError | undefined
  onChallenge: (challenge: Challenge) => void
}

export function PasswordStep({ fixedUsername, fill, error, onChallenge }: Props) {
  const t = useT()
  const [form] = Form.useForm<Fields>()
  const password = useRef<InputRef>(null)
  const [capsLock, setCapsLock] = useState(false)
  const send = useMutation({
    mutationFn: (fields: Fields) => call(signIn, fields),
    onSuccess: (challenge, { Username }) => onChallenge({ ...challenge, username: Username }),
  })

  // The field that was wrong gets the focus with its text selected: typing replaces it.
  useEffect(() => {
    if (send.isError) password.current?.focus({ cursor: 'all' })
  }, [send.isError])

  const username = fixedUsername ?? fill?.username
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      initialValues={{ Username: username ?? '', Password: fill?.password ?? '' }}
      onFinish={(fields) => send.mutate(fields)}
      onValuesChange={() => send.reset()}
      disabled={send.isPending}
    >
      {error && <Alert type="warning" showIcon title={errorText(error).description} style={{ marginBlockEnd: 16 }} />}
      <Form.Item name="Username" label={t('access:signIn.username')} rules={[{ required: true, whitespace: true, message: t('access:signIn.usernameMissing') }]}>
        <Input
          size="large"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          readOnly={fixedUsername !== undefined}
          autoFocus={!username}
        />
      </Form.Item>
      <Form.Item
        name="Password"
        label={t('access:signIn.password')}
        rules={[{ required: true, message: t('access:signIn.passwordMissing') }]}
        extra={capsLock ? t('access:signIn.capsLock') : undefined}
        {...(send.error && { validateStatus: 'error', help: errorText(send.error).description })}
      >
        <Input.Password
          ref={password}
          size="large"
          autoComplete="current-password"
          maxLength={128}
          autoFocus={username !== undefined}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={send.isPending}>
        {t('access:signIn.continue')}
      </Button>
    </Form>
  )
}
