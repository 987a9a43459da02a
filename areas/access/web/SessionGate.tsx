import { lazy, Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { HQ_CODE } from '#kit/contract/scope.ts'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { type Session, SessionContext } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { profile, type SessionInfo, type UserInfo } from '../contract.ts'
import { loginPath, logoutPath } from '../paths.ts'
import { currentPathBelowBase } from './base-path.ts'
import { MessageOnlyPage } from './MessageOnlyPage.tsx'
import { SignInButton } from './PlainButton.tsx'
import {
  setSignedInPartVisible,
  storeSignOutReason,
  trackUnsavedInput,
  usePendingSignInQuestion,
} from './signed-out.ts'
import { isMarkedSignedIn, storeSignedInSession, unmarkSignedIn } from './stored.ts'
import { useSessionTimeLeft } from './useTimeLeft.ts'
import './access.css'
import { useQueryClient } from '@tanstack/react-query'

// The dialogs are loaded on demand, because users rarely need them.
const IdleWarning = lazy(async () => ({ default: (await import('./IdleWarning.tsx')).SessionEndWarning }))
const NeedsPasskey = lazy(async () => ({ default: (await import('./passkeys/NeedsPasskey.tsx')).NeedsPasskey }))
const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgainDialog }))

/** The time in milliseconds within which the page shows that the user's roles have changed. */
const FRESH_MS = 60_000

/** Shows the application to signed-in users. Other users see the sign-in page, which returns them to the current page. */
export function SessionGate({ children }: { children: React.ReactNode }) {
  const t = useT()
  const marked = isMarkedSignedIn()
  const { data, error, refetch, isFetching } = useRead(
    profile,
    {},
    { enabled: marked, staleTime: FRESH_MS, refetchOnWindowFocus: true },
  )
  useRightsAfterRefusal(() => void refetch())
  const session = useMemo(() => data && sessionOf(data.user_info, data.session), [data])

  useEffect(() => {
    if (!session) return
    storeSignedInSession(session.user, session.session)
    setSignedInPartVisible(true)
    const stopWatching = trackUnsavedInput()
    return () => {
      setSignedInPartVisible(false)
      stopWatching()
    }
  }, [session])

  if (!marked) return <ToLogin />
  if (!session) {
    if (error instanceof CallError && error.statusCode === 401) {
      unmarkSignedIn()
      storeSignOutReason(error)
      return <ToLogin />
    }
    if (error) return <Unavailable error={error} busy={isFetching} onRetry={() => void refetch()} />
    return <div className="loading-bar" role="progressbar" aria-label={t('app:loading')} />
  }
  if (session.session.needs_passkey)
    return (
      <Suspense fallback={null}>
        <NeedsPasskey onAdded={() => void refetch()} />
      </Suspense>
    )
  if (session.user.roles.length === 0) return <NoAccess busy={isFetching} onReload={() => void refetch()} />
  return (
    <SessionContext value={session}>
      {children}
      <SessionDialogs session={session} />
    </SessionContext>
  )
}

function sessionOf(user: UserInfo, session: SessionInfo): Session {
  return {
    user,
    session,
    has: (role) => role === undefined || [role].flat().some((requiredRole) => user.roles.includes(requiredRole)),
    may: (privilege) => privilege === undefined || user.privileges.includes(privilege),
    isHQ: user.building?.code === HQ_CODE,
  }
}

/** Redirects to the sign-in page, which then returns the user to the current path. Renders nothing meanwhile. */
function ToLogin() {
  const returnPath = currentPathBelowBase()
  return returnPath.startsWith('/auth/') ? null : <Navigate to={loginPath({ from: returnPath })} replace />
}

function SessionDialogs({ session: { user, session } }: { session: Session }) {
  const timeLeft = useSessionTimeLeft(session)
  const question = usePendingSignInQuestion()
  return (
    <Suspense fallback={null}>
      {timeLeft && !question && <IdleWarning session={session} timeLeft={timeLeft} />}
      {question && <SignInAgain username={user.username} question={question} />}
    </Suspense>
  )
}

function Unavailable({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const t = useT()
  return (
    <main>
      <MessageOnlyPage title={t('access:gate.unavailable')} about={errorText(error).description}>
        <SignInButton busy={busy} onClick={onRetry}>
          {t('kit:verbs.tryAgain')}
        </SignInButton>
      </MessageOnlyPage>
    </main>
  )
}

/** Shown to a signed-in user whose account has no role yet. */
function NoAccess({ busy, onReload }: { busy: boolean; onReload: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <main>
      <MessageOnlyPage title={t('access:gate.noRoles')} about={t('access:gate.noRolesAbout')}>
        <SignInButton busy={busy} onClick={onReload}>
          {t('access:gate.reload')}
        </SignInButton>
        <SignInButton look="plain" onClick={() => navigate(logoutPath())}>
          {t('access:signOut')}
        </SignInButton>
      </MessageOnlyPage>
    </main>
  )
}

const isForbidden = (error: unknown) => error instanceof CallError && error.statusCode === 403

/** Calls `onRefused` after a reply with status 403, because a role of the user may have been revoked. */
function useRightsAfterRefusal(onRefused: () => void) {
  const client = useQueryClient()
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isForbidden(event.action.error)) refused()
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isForbidden(event.action.error)) refused()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}
