import { useParams } from 'react-router'
import { basePath } from '#areas/access/web/base-path.ts'
import { useDemoAccounts } from '#areas/access/web/DemoAccounts.tsx'
import { SignInButton } from '#areas/access/web/PlainButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { demoSignInPath } from '../paths.ts'

/** The account choice of the demo's identity provider. Posts a plain form to the provider instead of the API. */
export function SsoPage() {
  const t = useT()
  const { uid = '' } = useParams()
  const accounts = useDemoAccounts()
  return (
    <>
      <title>{t('access:demoSso.title')}</title>
      <h1>{t('access:demoSso.title')}</h1>
      <p className="plain-note">{t('access:demoSso.about')}</p>
      <form method="post" action={basePath + demoSignInPath({ uid })} className="plain-stack demo-sso">
        {accounts.map(({ username, about }) => (
          <button key={username} type="submit" name="account" value={username} className="plain-button">
            <strong>{username}</strong>
            <span>{about}</span>
          </button>
        ))}
        <SignInButton look="link" type="submit" name="cancel" value="1">
          {t('kit:verbs.cancel')}
        </SignInButton>
      </form>
    </>
  )
}
