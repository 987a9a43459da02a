import { useQueryClient } from '@tanstack/react-query'
import { Button, Spin, Table } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { CallError, call } from '#kit/web/call.ts'
import { formatInstant } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { type LoginActivity, signOut } from '../contract.ts'
import { setInSession } from './signed-out.ts'
import { clearStored, isMarkedSignedIn } from './stored.ts'

type SignedOut = Reply<typeof signOut>

/** Signs out, thanks the user and shows what the session did (specification, "Logout page"). */
export function LogoutPage() {
  const t = useT()
  const navigate = useNavigate()
  const { signedOut, done, error, retry } = useSignOut()
  const login = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (done) login.current?.focus()
  }, [done])

  if (error) return <StillSignedIn error={error} onRetry={retry} />
  if (!done) return <Spin fullscreen />
  return (
    <>
      <title>{t('access:logout.title')}</title>
      <h1>{t('access:logout.thanks')}</h1>
      <p className="sign-in-note">
        {signedOut ? t('access:logout.at', { time: formatInstant(signedOut.signed_out_at) }) : t('access:logout.done')}
      </p>
      {signedOut && signedOut.login_activities.length > 0 && (
        <Table<LoginActivity>
          rowKey="LoginActivityId"
          size="small"
          caption={t('access:logout.activities')}
          dataSource={signedOut.login_activities.toSorted((a, b) => b.ActivityDateTime.localeCompare(a.ActivityDateTime))}
          columns={[
            { title: t('access:logout.time'), dataIndex: 'ActivityDateTime', render: (time: string) => formatInstant(time) },
            { title: t('access:logout.activity'), dataIndex: 'ActivityDescription' },
          ]}
          pagination={{ pageSize: 5, hideOnSinglePage: true, size: 'small' }}
        />
      )}
      <Button ref={login} type="primary" size="large" block onClick={() => navigate('/auth/login')}>
        {t('access:logout.login')}
      </Button>
    </>
  )
}

/** The server could not be told: saying goodbye now would leave the session open for the next person here. */
function StillSignedIn({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT()
  return (
    <>
      <title>{t('access:logout.failed')}</title>
      <h1>{t('access:logout.failed')}</h1>
      <p className="sign-in-note" role="alert">
        {errorText(error).description}
      </p>
      <Button type="primary" size="large" block autoFocus onClick={onRetry}>
        {t('access:gate.retry')}
      </Button>
    </>
  )
}

// One sign-out at a time: React draws a page twice in development, the session ends once.
let running: Promise<SignedOut | undefined> | undefined

const endSession = () =>
  call(signOut, {}).catch((error) => {
    // Ended already; there is nothing left to tell.
    if (error instanceof CallError && error.statusCode === 401) return undefined
    throw error
  })

function useSignOut() {
  const client = useQueryClient()
  const [signedOut, setSignedOut] = useState<SignedOut>()
  const [done, setDone] = useState(!isMarkedSignedIn())
  const [error, setError] = useState<Error>()

  useEffect(() => {
    if (done || error) return
    setInSession(false)
    running ??= endSession().finally(() => {
      running = undefined
    })
    running.then((reply) => {
      clearStored()
      client.clear()
      setSignedOut(reply)
      setDone(true)
    }, setError)
  }, [done, error, client])
  return { signedOut, done, error, retry: () => setError(undefined) }
}
