import { useNavigate, useSearchParams } from 'react-router'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { providerRefusals } from '../contract.ts'
import { loginPath } from '../paths.ts'
import { SignInButton } from './PlainButton.tsx'
import './access.css'

/** The page /auth/error-1, shown if the sign-in was refused. */
export function SignInRefusedPage() {
  const t = useT()
  return <ErrorPage title={t('access:errors.refused')} about={t('access:errors.refusedAbout')} />
}

/** The page /auth/error-2, shown if the system did not answer. */
export function SystemUnavailablePage() {
  const t = useT()
  return <ErrorPage title={t('access:errors.unavailable')} about={t('access:errors.unavailableAbout')} />
}

// Only known error codes are shown, so that a crafted link cannot put a message on this page.
const knownCodes = new Set(Object.values(providerRefusals).map(({ code }) => code))

function ErrorPage({ title, about }: { title: string; about: string }) {
  const t = useT()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const request = address.get('request')
  const code = address.get('code') ?? ''
  const explanation = knownCodes.has(code) ? errorText(new CallError(0, { code, message: about })).description : about
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <p className="plain-note" role="alert">
        {explanation}
      </p>
      {request && /^[\w-]{1,64}$/.test(request) && (
        <p className="plain-note">{t('access:errors.request', { id: request })}</p>
      )}
      <div className="plain-row">
        <SignInButton onClick={() => navigate(loginPath())}>{t('kit:verbs.tryAgain')}</SignInButton>
        <SignInButton look="plain" onClick={() => navigate('/')}>
          {t('app:home')}
        </SignInButton>
      </div>
    </>
  )
}
