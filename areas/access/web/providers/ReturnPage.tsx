import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, type NavigateFunction, useNavigate } from 'react-router'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { type Answer, finishLink, profile, safeReturnPath, ssoSignIn } from '../../contract.ts'
import { loginPath } from '../../paths.ts'
import { storeSession, takeReturnPath } from '../stored.ts'
import { forgetProviderAnswer, providerAnswer } from './answer.ts'
import { signInErrorPath } from './error-page.ts'
import '../access.css'

/** The page /auth/sso, which handles the redirect back from a provider and then navigates away. */
export function ReturnPage() {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [answer] = useState(providerAnswer)
  const isLink = answer?.State?.startsWith('link.')
  const title = isLink ? t('access:providers.linking') : t('access:providers.working')

  useEffect(() => {
    // The provider's response must be used only once, although React renders a page twice in development.
    if (!answer || providerAnswer() !== answer) return
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
    storeSession(user_info, session)
    takeReturnPath()
    // Clears the data of the browser's previous user.
    client.clear()
    await navigate(safeReturnPath(From), { replace: true })
  } catch (error) {
    await navigate(signInErrorPath(error), { replace: true })
  }
}

async function finishLinking(answer: Answer, navigate: NavigateFunction) {
  try {
    const { From } = await call(finishLink, answer)
    await navigate(safeReturnPath(From), { replace: true, state: { linked: true } })
  } catch (error) {
    await navigate(signInErrorPath(error), { replace: true })
  }
}
