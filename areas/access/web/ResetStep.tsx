import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { CallError, call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { PASSWORD_LENGTH_MAX, passwordRefusals, resetPassword } from '../contract/passwords.ts'
import { SignInField } from './Field.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { SignInButton } from './PlainButton.tsx'
import { type PasswordErrors, toPasswordErrors, validatePasswordForm } from './password-errors.ts'
import './access.css'

type Props = { token: string; onForgot: () => void; onDone: (username?: string) => void }

/** The form that a link in an e-mail opens, and that sets a new password. */
export function ResetPasswordStep({ token, onForgot, onDone }: Props) {
  const t = useT()
  const rules = useId()
  const [passwords, setChosen] = useState({ NewPassword: '', ConfirmPassword: '' })
  const [visible, setVisible] = useState(false)
  const [mistakes, setMistakes] = useState<PasswordErrors>({})
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const reset = useMutation({
    mutationFn: () => call(resetPassword, { Token: token, ...passwords }),
    onError: (error) => setMistakes(toPasswordErrors(error)),
  })

  useEffect(() => {
    if (mistakes.NewPassword) first.current?.focus()
    else if (mistakes.ConfirmPassword) second.current?.focus()
  }, [mistakes])

  function submit(event: React.FormEvent) {
    event.preventDefault()
    if (reset.isPending) return
    const formErrors = validatePasswordForm(resetPassword.body, { Token: token, ...passwords })
    setMistakes(formErrors)
    if (Object.keys(formErrors).length === 0) reset.mutate()
  }
  const type = (name: keyof typeof passwords) => (event: React.ChangeEvent<HTMLInputElement>) => {
    setChosen({ ...passwords, [name]: event.target.value })
    setMistakes({ ...mistakes, [name]: undefined })
  }

  const expired = reset.error instanceof CallError && reset.error.code === passwordRefusals.linkExpired.code
  return (
    <>
      <title>{t('access:password.resetTitle')}</title>
      <h1>{t('access:password.resetTitle')}</h1>
      {reset.isSuccess ? (
        <>
          <p className="plain-note" role="status">
            {t('access:password.resetDone')}
          </p>
          <SignInButton autoFocus onClick={() => onDone(reset.data.Username)}>
            {t('access:signIn.title')}
          </SignInButton>
        </>
      ) : expired ? (
        <>
          <p className="plain-notice" role="alert">
            {errorText(reset.error).description}
          </p>
          <SignInButton autoFocus onClick={onForgot}>
            {t('access:password.forgotTitle')}
          </SignInButton>
        </>
      ) : (
        <form onSubmit={submit} noValidate>
          {mistakes.other && (
            <p className="plain-notice" role="alert">
              {mistakes.other}
            </p>
          )}
          <PasswordRules id={rules} />
          <SignInField
            ref={first}
            label={t('access:password.new')}
            error={mistakes.NewPassword}
            describedBy={rules}
            type={visible ? 'text' : 'password'}
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH_MAX}
            value={passwords.NewPassword}
            autoFocus
            onChange={type('NewPassword')}
            after={
              <SignInButton look="link" aria-pressed={visible} onClick={() => setVisible(!visible)}>
                {visible ? t('access:signIn.hide') : t('kit:verbs.show')}
              </SignInButton>
            }
          />
          <SignInField
            ref={second}
            label={t('access:password.confirm')}
            error={mistakes.ConfirmPassword}
            type={visible ? 'text' : 'password'}
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH_MAX}
            value={passwords.ConfirmPassword}
            onChange={type('ConfirmPassword')}
          />
          <SignInButton type="submit" busy={reset.isPending}>
            {t('access:password.save')}
          </SignInButton>
        </form>
      )}
    </>
  )
}
