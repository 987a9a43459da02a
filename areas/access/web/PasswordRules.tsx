import { appConfig } from '#areas/setup/contract.ts'
import { useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../contract/passwords.ts'

/** The rules for a new password, shown before the user types. */
export function PasswordRules({ id }: { id: string }) {
  const t = useT()
  const { data } = useRead(appConfig, {}, { staleTime: Number.POSITIVE_INFINITY })
  const least = data?.PasswordLength ?? PASSWORD_LENGTH_MIN
  return (
    <div id={id} className="plain-note">
      <p>{t('access:password.rules')}</p>
      <ul>
        <li>{t('access:password.length', { least, most: PASSWORD_LENGTH_MAX })}</li>
        <li>{t('access:password.uncommon')}</li>
        <li>{t('access:password.impersonal')}</li>
      </ul>
      <p>{t('access:password.phrase')}</p>
    </div>
  )
}
