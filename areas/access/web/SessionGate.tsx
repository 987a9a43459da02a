import { useQueryClient } from '@tanstack/react-query'
import { Button, Result, Spin } from 'antd'
import { useEffect, useMemo } from 'react'
import { Navigate } from 'react-router'
import { HQ } from '#areas/staff/contract.ts'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { type Session, SessionContext } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { profile, type SessionInfo, type UserInfo } from '../contract.ts'
import { presentPath } from './base-path.ts'
import { IdleWarning } from './IdleWarning.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { setInSession } from './signed-out.ts'
import { isMarkedSignedIn, storeSession, unmarkSignedIn } from './stored.ts'
import { watchTypedWork } from './typed-work.ts'

/** Roles may change while somebody works: what is drawn follows within a minute or at the next look at the window. */
const FRESH_MS = 60_000

/** Lets the signed-in application through and leads everybody else to the sign-in page, from where they come back. */
export function SessionGate({ children }: { children: React.ReactNode }) {
  const marked = isMarkedSignedIn()
  const { data, error, refetch, isFetching } = useRead(profile, {}, { enabled: marked, staleTime: FRESH_MS, refetchOnWindowFocus: true })
  const session = useMemo(() => data && sessionOf(data.user_info, data.session), [data])

  useEffect(() => {
    if (!session) return
    storeSession(session.user, session.session)
    setInSession(true)
    const stopWatching = watchTypedWork()
    return () => {
      setInSession(false)
      stopWatching()
    }
  }, [session])

  if (!marked) return <ToLogin />
  if (!session) {
    if (error instanceof CallError && error.statusCode === 401) {
      unmarkSignedIn()
      return <ToLogin />
    }
    if (error) return <Unavailable error={error} busy={isFetching} onRetry={() => void refetch()} />
    return <Spin fullscreen />
  }
  if (session.user.roles.length === 0) return <NoAccess busy={isFetching} onReload={() => void refetch()} />
  return (
    <SessionContext value={session}>
      {children}
      <IdleWarning session={session.session} />
      <SignInAgain username={session.user.username} />
    </SessionContext>
  )
}

function sessionOf(user: UserInfo, session: SessionInfo): Session {
  return {
    user,
    session,
    has: (role) => role === undefined || [role].flat().some((one) => user.roles.includes(one)),
    may: (privilege) => privilege === undefined || user.privileges.includes(privilege),
    isHQ: user.building?.code === HQ,
  }
}

const ToLogin = () => <Navigate to={`/auth/login?from=${encodeURIComponent(presentPath())}`} replace />

function Unavailable({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const t = useT()
  return (
    <Result
      status="warning"
      title={t('access:gate.unavailable')}
      subTitle={errorText(error).description}
      extra={
        <Button type="primary" loading={busy} onClick={onRetry}>
          {t('access:gate.retry')}
        </Button>
      }
    />
  )
}

/** Signed in, but nobody has given this account a role yet. */
function NoAccess({ busy, onReload }: { busy: boolean; onReload: () => void }) {
  const t = useT()
  const client = useQueryClient()
  return (
    <Result
      status="info"
      title={t('access:gate.noRoles')}
      subTitle={t('access:gate.noRolesAbout')}
      extra={[
        <Button key="reload" type="primary" loading={busy} onClick={onReload}>
          {t('access:gate.reload')}
        </Button>,
        <Button key="out" href="logout" onClick={() => client.clear()}>
          {t('access:signOut')}
        </Button>,
      ]}
    />
  )
}
