import { useT } from '#kit/web/i18n.ts'

/** What a new password must be, said before anything is typed. */
export function PasswordRules({ id }: { id: string }) {
  const t = useT()
  return (
    <div id={id} className="password-rules">
      <p>{t('access:password.rules')}</p>
      <ul>
        <li>{t('access:password.length')}</li>
        <li>{t('access:password.uncommon')}</li>
        <li>{t('access:password.impersonal')}</li>
      </ul>
      <p>{t('access:password.phrase')}</p>
    </div>
  )
}
