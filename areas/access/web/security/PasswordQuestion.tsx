import type { ReactNode } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { OneFieldForm } from './OneFieldForm.tsx'

type Props = {
  /** The description of the action for which the user enters the password. */
  children?: ReactNode
  ok: string
  danger?: boolean
  run: (password: string) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the password before the user changes how the account signs in. */
export function ConfirmPasswordForm({ children, ...rest }: Props) {
  const t = useT()
  return (
    <OneFieldForm
      label={t('access:password.current')}
      missing={t('access:signIn.passwordMissing')}
      secret
      input={{ autoComplete: 'current-password', maxLength: 128 }}
      {...rest}
    >
      {children}
      <p>{t('access:authenticator.askPassword')}</p>
    </OneFieldForm>
  )
}
