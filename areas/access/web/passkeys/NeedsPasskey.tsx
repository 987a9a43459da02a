import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getAuthenticatorAppStatus } from '../../contract.ts'
import { logoutPath } from '../../paths.ts'
import { MessageOnlyPage } from '../MessageOnlyPage.tsx'
import { SignInButton } from '../PlainButton.tsx'
import { AddPasskeyForm } from './AddPasskeyForm.tsx'
import { canUsePasskeys } from './webauthn.ts'

/** Shown to an approver without a passkey: see the setting access.passkeyForApprovers. */
export function NeedsPasskey({ onAdded }: { onAdded: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const { data } = useRead(getAuthenticatorAppStatus, {})
  return (
    <main>
      <MessageOnlyPage title={t('access:passkeys.needed')} about={t('access:passkeys.neededAbout')}>
        <div className="notice-form">
          {!canUsePasskeys() ? (
            <p role="alert">{t('access:signIn.passkeyNotHere')}</p>
          ) : data ? (
            <AddPasskeyForm hasPassword={data.HasPasswordYN === 'Y'} onAdded={onAdded} />
          ) : (
            <LoadingState />
          )}
        </div>
        <SignInButton look="plain" onClick={() => navigate(logoutPath())}>
          {t('access:signOut')}
        </SignInButton>
      </MessageOnlyPage>
    </main>
  )
}
