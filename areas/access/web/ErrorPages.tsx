import { useNavigate, useSearchParams } from 'react-router'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { providerRefusals } from '../contract.ts'
import { loginPath } from '../paths.ts'
import { PlainButton } from './PlainButton.tsx'
import './access.css'

/** /auth/error-1: the sign-in itself was turned down. */
export function SignInRefusedPage() {
  const t = useT()
  return <ErrorPage title={t('access:errors.refused')} about={t('access:errors.refusedAbout')} />
}

/** /auth/error-2: the system could not answer. */
export function SystemUnavailablePage() {
  const t = useT()
  return <ErrorPage title={t('access:errors.unavailable')} about={t('access:errors.unavailableAbout')} />
}

// An address may name what happened, but only of what can happen here: nobody is shown a sentence of a stranger's choice.
const explained = new Set(Object.values(providerRefusals).map(({ code }) => code))

function ErrorPage({ title, about }: { title: string; about: string }) {
  const t = useT()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const request = address.get('request')
  const code = address.get('code') ?? ''
  const happened = explained.has(code) ? errorText(new CallError(0, { code, message: about })).description : about
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <p className="plain-note" role="alert">
        {happened}
      </p>
      {request && /^[\w-]{1,64}$/.test(request) && (
        <p className="plain-note">{t('access:errors.request', { id: request })}</p>
      )}
      <div className="plain-row">
        <PlainButton onClick={() => navigate(loginPath())}>{t('kit:verbs.tryAgain')}</PlainButton>
        <PlainButton look="plain" onClick={() => navigate('/')}>
          {t('app:home')}
        </PlainButton>
      </div>
    </>
  )
}
