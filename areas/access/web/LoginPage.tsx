import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ProviderName } from '#areas/setup/contract.ts'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { readQueryOptions } from '#kit/web/useRead.ts'
import { profile, toSafeReturnPath } from '../contract.ts'
import { loginPath } from '../paths.ts'
import { type DemoAccount, DemoAccounts } from './DemoAccounts.tsx'
import { ProviderButtons } from './providers/ProviderButtons.tsx'
import { SignInForm } from './SignInForm.tsx'
import { isMarkedSignedIn, readSessionEndReason, rememberedReturnPath, takeReturnPath } from './stored.ts'
import './access.css'

// The password reset is loaded on demand, because the daily sign-in does not need its code.
const ForgotStep = lazy(async () => ({ default: (await import('./ForgotStep.tsx')).ForgottenPasswordStep }))
const ConfirmLinkStep = lazy(async () => ({
  default: (await import('./providers/ConfirmLinkStep.tsx')).ConfirmLinkStep,
}))
const ResetStep = lazy(async () => ({ default: (await import('./ResetStep.tsx')).ResetPasswordStep }))

type Props = {
  demo: boolean
  company: string
  providers: readonly ProviderName[]
  /** Preloads files and data of the next page at each step of the sign-in. */
  ahead: { begin: () => void; challenge: () => void; verified: () => void }
}

/** `demo` adds the accounts of the demo and a link to the inbox that receives their codes. */
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
          // The form starts again when the user opens the link of another message in the same window.
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
  const [choiceCount, setChosen] = useState(0)
  // Reads only once whether a user is signed in, because signing in changes the mark and the form then navigates itself.
  const [alreadyIn] = useState(isMarkedSignedIn)
  const [reason] = useState(readSessionEndReason)
  if (alreadyIn) return <Navigate to={toSafeReturnPath(address.get('from'))} replace />

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
        key={choiceCount}
        providers={
          providers.length > 0 && (
            <ProviderButtons
              providers={providers}
              from={toSafeReturnPath(rememberedReturnPath() ?? address.get('from'))}
            />
          )
        }
        fill={account}
        codeHint={demo && <InboxHint of="code" />}
        onForgot={() => void navigate(loginPath({ step: 'forgot' }))}
        onBegin={ahead.begin}
        onChallenge={ahead.challenge}
        onVerified={() => {
          // Clears the data of the browser's previous user.
          client.clear()
          ahead.verified()
        }}
        onSignedIn={(signedInUser) => {
          client.setQueryData(readQueryOptions(profile, {}).queryKey, signedInUser)
          navigate(toSafeReturnPath(takeReturnPath() ?? address.get('from')), { replace: true })
        }}
      />
      {demo && (
        <DemoAccounts
          onChoose={(next) => {
            setAccount(next)
            // The form starts again, even while a code is pending or if the user chooses the same demo account again.
            setChosen(choiceCount + 1)
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
