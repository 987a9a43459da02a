import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ProviderName } from '#areas/setup/contract.ts'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { read } from '#kit/web/useRead.ts'
import { ownPath, profile } from '../contract.ts'
import { loginPath } from '../paths.ts'
import { type DemoAccount, DemoAccounts } from './DemoAccounts.tsx'
import { ProviderButtons } from './providers/ProviderButtons.tsx'
import { SignInForm } from './SignInForm.tsx'
import { isMarkedSignedIn, rememberedPlace, rememberedReason, takeRememberedPlace } from './stored.ts'
import './access.css'

// Who comes in each morning does not wait for what is needed when a password was forgotten.
const ForgotStep = lazy(async () => ({ default: (await import('./ForgotStep.tsx')).ForgotStep }))
const ConfirmLinkStep = lazy(async () => ({
  default: (await import('./providers/ConfirmLinkStep.tsx')).ConfirmLinkStep,
}))
const ResetStep = lazy(async () => ({ default: (await import('./ResetStep.tsx')).ResetStep }))

type Props = {
  demo: boolean
  company: string
  providers: readonly ProviderName[]
  /** Prepares what comes behind the sign-in, in the steps of `SignInForm`. */
  ahead: { begin: () => void; challenge: () => void; verified: () => void }
}

/** `demo` shows the demo accounts and where their codes arrive; nothing else ever does. */
export function LoginPage({ demo, company, providers, ahead }: Props) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const { hash } = useLocation()
  const toSignIn = () => void navigate(loginPath(), { replace: true })
  const step = address.get('step')
  return (
    <Suspense fallback={null}>
      {step === 'forgot' ? (
        <ForgotStep onBack={toSignIn} hint={demo && <InboxHint of="link" />} />
      ) : step === 'reset' ? (
        <ResetStep
          // The link of another message in the same window is another form.
          key={hash}
          token={hash.slice(1)}
          onForgot={() => void navigate(loginPath({ step: 'forgot' }), { replace: true })}
          onDone={toSignIn}
        />
      ) : step === 'link' ? (
        <ConfirmLinkStep key={hash} token={hash.slice(1)} onDone={toSignIn} />
      ) : (
        <SignInStep demo={demo} company={company} providers={providers} ahead={ahead} />
      )}
    </Suspense>
  )
}

function SignInStep({ demo, company, providers, ahead }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const client = useQueryClient()
  const [account, setAccount] = useState<DemoAccount>()
  const [chosen, setChosen] = useState(0)
  // Asked once: signing in marks the browser, and then the form itself leads on.
  const [alreadyIn] = useState(isMarkedSignedIn)
  const [reason] = useState(rememberedReason)
  if (alreadyIn) return <Navigate to={ownPath(address.get('from'))} replace />

  return (
    <>
      <title>{t('access:signIn.title')}</title>
      <h1>{t('access:signIn.title')}</h1>
      <p className="auth-about">{t('access:signIn.about', { company })}</p>
      {reason && (
        <p className="plain-notice" role="alert">
          {errorText(new CallError(401, reason)).description}
        </p>
      )}
      <SignInForm
        key={chosen}
        above={<ProviderButtons providers={providers} from={ownPath(rememberedPlace() ?? address.get('from'))} />}
        fill={account}
        codeHint={demo && <InboxHint of="code" />}
        onForgot={() => void navigate(loginPath({ step: 'forgot' }))}
        onBegin={ahead.begin}
        onChallenge={ahead.challenge}
        onVerified={() => {
          // Whatever an earlier user of this browser saw is forgotten.
          client.clear()
          ahead.verified()
        }}
        onSignedIn={(who) => {
          client.setQueryData(read(profile, {}).queryKey, who)
          navigate(ownPath(takeRememberedPlace() ?? address.get('from')), { replace: true })
        }}
      />
      {demo && (
        <DemoAccounts
          onChoose={(next) => {
            setAccount(next)
            // Begins again, even when a code is waited for or the same one is chosen again.
            setChosen(chosen + 1)
          }}
        />
      )}
    </>
  )
}

function InboxHint({ of }: { of: 'code' | 'link' }) {
  const t = useT()
  return (
    <p className="plain-note">
      <a href="dev/outbox" target="_blank" rel="noreferrer">
        {of === 'code' ? t('access:demo.openInbox') : t('access:demo.openInboxLink')}
      </a>
    </p>
  )
}
