import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, type NavigateFunction, useNavigate } from 'react-router'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { type Answer, finishIdentityLink, profile, ssoSignIn, toSafeReturnPath } from '../../contract.ts'
import { loginPath } from '../../paths.ts'
import { storeSignedInSession, takeReturnPath } from '../stored.ts'
import { forgetProviderAnswer, getCapturedProviderAnswer } from './answer.ts'
import { signInErrorPathFor } from './error-page.ts'
import '../access.css'

/** The page /auth/sso, which handles the redirect back from a provider and then navigates away. */
export function ProviderReturnPage() {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [answer] = useState(getCapturedProviderAnswer)
  const isLink = answer?.State?.startsWith('link.')
  const title = isLink ? t('access:providers.linking') : t('access:providers.working')

  useEffect(() => {
    // The provider's response must be used only once, although React renders a page twice in development.
    if (!answer || getCapturedProviderAnswer() !== answer) return
    forgetProviderAnswer()
    void (isLink ? finishLinking(answer, navigate) : finishSignIn(answer, navigate, client))
  }, [answer, isLink, navigate, client])

  if (!answer) return <Navigate to={loginPath()} replace />
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <div className="loading-bar" role="progressbar" aria-label={title} />
    </>
  )
}

async function finishSignIn(answer: Answer, navigate: NavigateFunction, client: QueryClient) {
  try {
    const { user_info, From } = await call(ssoSignIn, answer)
    const { session } = await call(profile, {})
    storeSignedInSession(user_info, session)
    takeReturnPath()
    // Clears the data of the browser's previous user.
    client.clear()
    await navigate(toSafeReturnPath(From), { replace: true })
  } catch (error) {
    await navigate(signInErrorPathFor(error), { replace: true })
  }
}

async function finishLinking(answer: Answer, navigate: NavigateFunction) {
  try {
    const { From } = await call(finishIdentityLink, answer)
    await navigate(toSafeReturnPath(From), { replace: true, state: { linked: true } })
  } catch (error) {
    await navigate(signInErrorPathFor(error), { replace: true })
  }
}
