import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { forgotPassword } from '../contract/passwords.ts'
import { SignInField } from './Field.tsx'
import { SignInButton } from './PlainButton.tsx'
import './access.css'

/** Requests a reset link. The confirmation is the same whether the user name exists or not. */
export function ForgottenPasswordStep({ onBack, hint }: { onBack: () => void; hint: React.ReactNode }) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState('')
  const [missing, setMissing] = useState(false)
  const ask = useMutation({ mutationFn: () => call(forgotPassword, { Username: username }) })

  function submit(event: React.FormEvent) {
    event.preventDefault()
    if (ask.isPending) return
    setMissing(true)
    if (username.trim()) ask.mutate()
    else field.current?.focus()
  }

  return (
    <>
      <title>{t('access:password.forgotTitle')}</title>
      <h1>{t('access:password.forgotTitle')}</h1>
      {ask.isSuccess ? (
        <>
          <p className="plain-note" role="status">
            {t('access:password.sent')}
          </p>
          {hint}
          <SignInButton autoFocus onClick={onBack}>
            {t('access:signIn.title')}
          </SignInButton>
        </>
      ) : (
        <form onSubmit={submit} noValidate>
          <p className="plain-note">{t('access:password.forgotAbout')}</p>
          <SignInField
            ref={field}
            label={t('access:signIn.username')}
            error={
              ask.error
                ? errorText(ask.error).description
                : missing && !username.trim()
                  ? t('access:signIn.usernameMissing')
                  : undefined
            }
            autoComplete="username"
            maxLength={100}
            value={username}
            autoFocus
            onChange={({ target }) => {
              setUsername(target.value)
              ask.reset()
            }}
          />
          <SignInButton type="submit" busy={ask.isPending}>
            {t('access:password.send')}
          </SignInButton>
          <div className="plain-row">
            <SignInButton look="link" onClick={onBack}>
              {t('kit:verbs.back')}
            </SignInButton>
          </div>
        </form>
      )}
    </>
  )
}
