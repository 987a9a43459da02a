import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { ownPath, type ProviderName } from '../contract.ts'
import { type DemoAccount, DemoAccounts } from './DemoAccounts.tsx'
import { ProviderButtons } from './providers/ProviderButtons.tsx'
import { SignInForm } from './SignInForm.tsx'
import { isMarkedSignedIn, rememberedPlace, takeRememberedPlace } from './stored.ts'
import './access.css'

/** `demo` shows the demo accounts and where their codes arrive; nothing else ever does. */
export function LoginPage({ demo, providers }: { demo: boolean; providers: readonly ProviderName[] }) {
  const t = useT()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const client = useQueryClient()
  const [account, setAccount] = useState<DemoAccount>()
  const [chosen, setChosen] = useState(0)
  // Asked once: signing in marks the browser, and then the form itself leads on.
  const [alreadyIn] = useState(isMarkedSignedIn)
  if (alreadyIn) return <Navigate to={ownPath(address.get('from'))} replace />

  return (
    <>
      <title>{t('access:signIn.title')}</title>
      <h1>{t('access:signIn.title')}</h1>
      <ProviderButtons providers={providers} from={ownPath(rememberedPlace() ?? address.get('from'))} />
      <SignInForm
        key={chosen}
        fill={account}
        codeHint={demo && <InboxHint />}
        onSignedIn={() => {
          // Whatever an earlier user of this browser saw is forgotten.
          client.clear()
          navigate(ownPath(takeRememberedPlace() ?? address.get('from')), { replace: true })
        }}
      />
      {demo && (
        <DemoAccounts
          onChoose={(next) => {
            setAccount(next)
            // Begins anew, even when a code is waited for or the same one is chosen again.
            setChosen(chosen + 1)
          }}
        />
      )}
    </>
  )
}

function InboxHint() {
  const t = useT()
  return (
    <p className="sign-in-note">
      <a href="dev/outbox" target="_blank" rel="noreferrer">
        {t('access:demo.openInbox')}
      </a>
    </p>
  )
}
