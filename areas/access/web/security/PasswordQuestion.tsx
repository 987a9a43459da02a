import type { ReactNode } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { OneFieldForm } from './OneFieldForm.tsx'

type Props = {
  /** The action to confirm. */
  children?: ReactNode
  ok: string
  danger?: boolean
  run: (password: string) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the password before a change of how the user signs in. */
export function PasswordQuestion({ children, ...rest }: Props) {
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
