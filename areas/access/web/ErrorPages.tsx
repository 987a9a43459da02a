import { useNavigate, useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
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

function ErrorPage({ title, about }: { title: string; about: string }) {
  const t = useT()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const request = address.get('request')
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <p className="sign-in-note">{about}</p>
      {request && <p className="sign-in-note">{t('access:errors.request', { id: request.slice(0, 64) })}</p>}
      <div className="sign-in-more">
        <PlainButton onClick={() => navigate('/auth/login')}>{t('access:errors.again')}</PlainButton>
        <PlainButton look="plain" onClick={() => navigate('/')}>
          {t('access:errors.home')}
        </PlainButton>
      </div>
    </>
  )
}
