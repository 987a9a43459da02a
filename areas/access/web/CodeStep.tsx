import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { CallError, call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { refusals, resendCode, type UserInfo, verifySignIn } from '../contract.ts'
import type { Challenge } from './PasswordStep.tsx'
import { useCountdown } from './useCountdown.ts'

type Props = {
  challenge: Challenge
  onResent: (challenge: Challenge) => void
  onBack: () => void
  onExpired: (error: CallError) => void
  onVerified: (user: UserInfo) => Promise<void>
  hint: React.ReactNode
}

/** The one-time code, in one field so that it can be pasted; nothing is sent before the user says so. */
export function CodeStep({ challenge, onResent, onBack, onExpired, onVerified, hint }: Props) {
  const t = useT()
  const field = useRef<InputRef>(null)
  const wait = useCountdown(challenge.ResendIn, challenge)
  const verify = useMutation({
    mutationFn: async ({ Code }: { Code: string }) => {
      const { user_info } = await call(verifySignIn, { ChallengeId: challenge.ChallengeId, Code: Code.replace(/\s/g, '') })
      await onVerified(user_info)
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === refusals.codeExpired.code) onExpired(error)
    },
  })
  const resend = useMutation({
    mutationFn: () => call(resendCode, { ChallengeId: challenge.ChallengeId }),
    onSuccess: (next) => {
      verify.reset()
      onResent({ ...next, username: challenge.username })
      field.current?.focus()
    },
  })
  const error = verify.error ?? resend.error

  useEffect(() => {
    if (verify.isError) field.current?.focus({ cursor: 'all' })
  }, [verify.isError])

  return (
    <Form layout="vertical" requiredMark={false} validateTrigger="onSubmit" onFinish={verify.mutate} onValuesChange={() => verify.reset()}>
      <p className="sign-in-note" role="status">
        {t('access:signIn.codeSent', { to: challenge.SentTo })}
      </p>
      {hint}
      <Form.Item
        name="Code"
        label={t('access:signIn.code')}
        rules={[{ required: true, whitespace: true, message: t('access:signIn.codeMissing') }]}
        {...(error && { validateStatus: 'error', help: errorText(error).description })}
      >
        <Input
          ref={field}
          size="large"
          className="sign-in-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={20}
          autoFocus
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={verify.isPending || verify.isSuccess}>
        {t('access:signIn.signIn')}
      </Button>
      <div className="sign-in-more">
        <Button type="link" onClick={onBack}>
          {t('access:signIn.back')}
        </Button>
        <Button type="link" disabled={wait > 0} loading={resend.isPending} onClick={() => resend.mutate()}>
          {wait > 0 ? t('access:signIn.resendIn', { seconds: wait }) : t('access:signIn.resend')}
        </Button>
      </div>
    </Form>
  )
}
