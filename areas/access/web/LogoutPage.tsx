import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { CallError, call } from '#kit/web/call.ts'
import { formatInstant } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { type LoginActivity, signOut } from '../contract.ts'
import { loginPath } from '../paths.ts'
import { SignInButton } from './PlainButton.tsx'
import { setSignedInPartVisible } from './signed-out.ts'
import { clearUserStorage, isMarkedSignedIn } from './stored.ts'
import './access.css'

type SignedOut = Reply<typeof signOut>

/** Ends the session, thanks the user and lists the session's activities (specification, "Logout page"). */
export function LogoutPage() {
  const t = useT()
  const navigate = useNavigate()
  const { signedOut, isDone, error, retry } = useSignOut()
  const login = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (isDone) login.current?.focus()
  }, [isDone])

  if (error) return <StillSignedIn error={error} onRetry={retry} />
  if (!isDone) return <div className="loading-bar" role="progressbar" aria-label={t('app:loading')} />
  return (
    <>
      <title>{t('access:logout.title')}</title>
      <h1>{t('access:logout.thanks')}</h1>
      <p className="plain-note">
        {signedOut ? t('access:logout.at', { time: formatInstant(signedOut.signed_out_at) }) : t('access:logout.done')}
      </p>
      {signedOut && <Activities activities={signedOut.login_activities} />}
      <SignInButton ref={login} onClick={() => navigate(loginPath())}>
        {t('access:logout.login')}
      </SignInButton>
    </>
  )
}

const PAGE = 5

/** Lists the activities of the session, newest first and five per page. */
function Activities({ activities }: { activities: LoginActivity[] }) {
  const t = useT()
  const [page, setPage] = useState(0)
  const pages = Math.ceil(activities.length / PAGE)
  const newestFirst = activities.toSorted((a, b) => b.ActivityDateTime.localeCompare(a.ActivityDateTime))
  if (pages === 0) return null
  return (
    <div className="plain-box activities">
      <table>
        <caption>{t('access:activities.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('access:logout.time')}</th>
            <th scope="col">{t('access:logout.activity')}</th>
          </tr>
        </thead>
        <tbody>
          {newestFirst.slice(page * PAGE, (page + 1) * PAGE).map((activity) => (
            <tr key={activity.LoginActivityId}>
              <td>{formatInstant(activity.ActivityDateTime)}</td>
              <td>{activity.ActivityDescription}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages > 1 && (
        <div className="plain-row">
          <SignInButton look="link" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('access:logout.newer')}
          </SignInButton>
          <span>{t('access:logout.page', { page: page + 1, pages })}</span>
          <SignInButton look="link" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            {t('access:logout.older')}
          </SignInButton>
        </div>
      )}
    </div>
  )
}

/** Shown instead of the goodbye page if the server is unreachable, because the session is then not ended. */
function StillSignedIn({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT()
  return (
    <>
      <title>{t('access:logout.failed')}</title>
      <h1>{t('access:logout.failed')}</h1>
      <p className="plain-note" role="alert">
        {errorText(error).description}
      </p>
      <SignInButton autoFocus onClick={onRetry}>
        {t('kit:verbs.tryAgain')}
      </SignInButton>
    </>
  )
}

// The session must be ended only once, although React renders a page twice in development.
let running: Promise<SignedOut | undefined> | undefined

const endSession = () =>
  call(signOut, {}).catch((error) => {
    // The session had already ended before the user signed out.
    if (error instanceof CallError && error.statusCode === 401) return undefined
    throw error
  })

function useSignOut() {
  const client = useQueryClient()
  const [signedOut, setSignedOut] = useState<SignedOut>()
  const [isDone, setDone] = useState(!isMarkedSignedIn())
  const [error, setError] = useState<Error>()

  useEffect(() => {
    if (isDone || error) return
    setSignedInPartVisible(false)
    running ??= endSession().finally(() => {
      running = undefined
    })
    running.then((reply) => {
      clearUserStorage()
      client.clear()
      setSignedOut(reply)
      setDone(true)
    }, setError)
  }, [isDone, error, client])
  return { signedOut, isDone, error, retry: () => setError(undefined) }
}
