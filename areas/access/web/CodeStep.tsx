import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { accessRefusals, resendSignInCode, verifySignIn } from '../contract.ts'
import { SignInField } from './Field.tsx'
import type { SecondStepChallenge } from './PasswordStep.tsx'
import { SignInButton } from './PlainButton.tsx'
import './access.css'

type Props = {
  challenge: SecondStepChallenge
  onResent: (challenge: SecondStepChallenge) => void
  onBack: () => void
  onExpired: (error: CallError) => void
  onVerified: () => Promise<void>
  hint: React.ReactNode
}

type Method = 'Email' | 'Authenticator' | 'Recovery'

/** Asks for the one-time code in a single field, so that users can paste it. The form is submitted by the user only. */
export function SignInCodeStep({ challenge, onResent, onBack, onExpired, onVerified, hint }: Props) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [hasApp] = useState(challenge.Method === 'Authenticator')
  const [method, setMethod] = useState<Method>(challenge.Method)
  const wait = useCountdown(challenge.ResendIn, challenge)
  const verify = useMutation({
    mutationFn: async () => {
      await call(verifySignIn, {
        ChallengeId: challenge.ChallengeId,
        Code: code.replace(/\s/g, ''),
        Method: method,
      })
      await onVerified()
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === accessRefusals.codeExpired.code) onExpired(error)
    },
  })
  const resend = useMutation({
    mutationFn: () => call(resendSignInCode, { ChallengeId: challenge.ChallengeId }),
    onSuccess: (next) => {
      verify.reset()
      setCode('')
      setMethod('Email')
      onResent({ ...next, username: challenge.username })
      field.current?.focus()
    },
  })
  const error = verify.error ?? resend.error

  useEffect(() => {
    if (verify.isError) field.current?.select()
  }, [verify.isError])

  function changeMethod(next: Method) {
    setMethod(next)
    setCode('')
    setMissing(false)
    verify.reset()
    resend.reset()
    field.current?.focus()
  }

  function submit(event: React.FormEvent) {
    event.preventDefault()
    // A second submission is ignored, because the page changes after the right code.
    if (verify.isPending || verify.isSuccess) return
    setMissing(true)
    if (code.trim()) verify.mutate()
    else field.current?.focus()
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className="plain-note" role="status">
        {method === 'Email'
          ? t('access:signIn.codeSent', { to: challenge.SentTo ?? '' })
          : t(method === 'Recovery' ? 'access:signIn.recoveryNote' : 'access:signIn.appNote')}
      </p>
      {method === 'Email' && hint}
      <SignInField
        ref={field}
        className="sign-in-code"
        label={t(labels[method])}
        error={
          error ? errorText(error).description : missing && !code.trim() ? t('access:signIn.codeMissing') : undefined
        }
        inputMode={method === 'Recovery' ? 'text' : 'numeric'}
        autoComplete={method === 'Recovery' ? 'off' : 'one-time-code'}
        maxLength={20}
        value={code}
        autoFocus
        onChange={({ target }) => {
          setCode(target.value)
          verify.reset()
        }}
      />
      <SignInButton type="submit" busy={verify.isPending || verify.isSuccess}>
        {t('access:signIn.signIn')}
      </SignInButton>
      <div className="plain-row">
        <SignInButton look="link" onClick={onBack}>
          {t('kit:verbs.back')}
        </SignInButton>
        {method === 'Email' ? (
          <SignInButton look="link" disabled={wait > 0} busy={resend.isPending} onClick={() => resend.mutate()}>
            {wait > 0 ? t('access:signIn.resendIn', { seconds: wait }) : t('access:signIn.resend')}
          </SignInButton>
        ) : (
          <SignInButton look="link" busy={resend.isPending} onClick={() => resend.mutate()}>
            {t('access:signIn.useEmail')}
          </SignInButton>
        )}
        {hasApp && method !== 'Recovery' && (
          <SignInButton look="link" onClick={() => changeMethod('Recovery')}>
            {t('access:signIn.useRecovery')}
          </SignInButton>
        )}
        {hasApp && method !== 'Authenticator' && (
          <SignInButton look="link" onClick={() => changeMethod('Authenticator')}>
            {t('access:signIn.useApp')}
          </SignInButton>
        )}
      </div>
    </form>
  )
}

const labels = {
  Email: 'access:signIn.code',
  Authenticator: 'access:signIn.appCode',
  Recovery: 'access:signIn.recoveryCode',
} as const

/** Counts `seconds` down by the clock. The countdown restarts when `restartKey` changes. */
function useCountdown(seconds: number, restartKey: unknown) {
  const [now, setNow] = useState(() => Date.now())
  const [start, setStart] = useState({ of: restartKey, at: now })
  if (start.of !== restartKey) setStart({ of: restartKey, at: Date.now() })
  const left = Math.max(0, Math.ceil(seconds - (now - start.at) / 1000))

  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [left])
  return Math.min(left, seconds)
}
