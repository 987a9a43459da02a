import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { type CallError, call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { SignInIcon } from '#kit/web/PlainSign.tsx'
import { signIn } from '../contract.ts'
import { SignInField } from './Field.tsx'
import { SignInButton } from './PlainButton.tsx'
import './access.css'

export type SecondStepChallenge = Reply<typeof signIn> & { username: string }

type Props = {
  /** The user name of the only user who may sign in here, if set. */
  fixedUsername: string | undefined
  fill: { username: string; password: string } | undefined
  /** The reason why the sign-in returned to the step with the password. */
  error: CallError | undefined
  onChallenge: (challenge: SecondStepChallenge) => void
  onForgot: (() => void) | undefined
  onBegin: (() => void) | undefined
}

export function SignInPasswordStep({ fixedUsername, fill, error, onChallenge, onForgot, onBegin }: Props) {
  const t = useT()
  const [username, setUsername] = useState(fixedUsername ?? fill?.username ?? '')
  const [password, setPassword] = useState(fill?.password ?? '')
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [missing, setMissing] = useState(false)
  const usernameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const send = useMutation({
    mutationFn: () => call(signIn, { Username: username, Password: password }),
    onSuccess: (challenge) => onChallenge({ ...challenge, username }),
  })

  // Focuses the field with the error and selects its text, so that typing replaces the text.
  useEffect(() => {
    if (send.isError) passwordField.current?.select()
  }, [send.isError])

  function submit(event: React.FormEvent) {
    event.preventDefault()
    if (send.isPending) return
    setMissing(true)
    if (!username.trim()) usernameField.current?.focus()
    else if (!password) passwordField.current?.focus()
    else send.mutate()
  }

  return (
    <form onSubmit={submit} onInput={onBegin} noValidate>
      {error && (
        <p className="plain-notice" role="alert">
          {errorText(error).description}
        </p>
      )}
      <SignInField
        ref={usernameField}
        label={t('access:signIn.username')}
        error={missing && !username.trim() ? t('access:signIn.usernameMissing') : undefined}
        autoComplete="username"
        maxLength={100}
        value={username}
        readOnly={fixedUsername !== undefined}
        autoFocus={username === ''}
        onChange={({ target }) => {
          setUsername(target.value)
          send.reset()
        }}
      />
      <SignInField
        ref={passwordField}
        label={t('access:signIn.password')}
        error={
          send.error
            ? errorText(send.error).description
            : missing && !password
              ? t('access:signIn.passwordMissing')
              : undefined
        }
        hint={capsLock ? t('access:signIn.capsLock') : undefined}
        type={visible ? 'text' : 'password'}
        autoComplete="current-password"
        maxLength={128}
        value={password}
        autoFocus={username !== ''}
        onChange={({ target }) => {
          setPassword(target.value)
          send.reset()
        }}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        after={
          <SignInButton
            look="sign"
            aria-label={visible ? t('access:signIn.hide') : t('kit:verbs.show')}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          >
            <SignInIcon of={visible ? 'hidden' : 'shown'} />
          </SignInButton>
        }
      />
      <SignInButton type="submit" busy={send.isPending}>
        {t('access:signIn.continue')}
      </SignInButton>
      <div className="plain-row">
        <span className="plain-next">{t('access:signIn.codeNext')}</span>
        {onForgot && (
          <SignInButton look="link" onClick={onForgot}>
            {t('access:password.forgot')}
          </SignInButton>
        )}
      </div>
    </form>
  )
}
