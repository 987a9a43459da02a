import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '#kit/web/call.ts'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { profile, type SessionInfo } from '../contract.ts'
import { lastCall, noteCall, watchCalls } from './last-call.ts'

const WARN_SECONDS = 120

/** Two minutes before the session ends by silence or by its age, so that nobody loses what they are doing. */
export function IdleWarning({ session }: { session: SessionInfo }) {
  const t = useT()
  const [now, setNow] = useState(() => Date.now())
  const [dismissed, setDismissed] = useState(false)

  useEffect(() => watchCalls(), [])
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  const idleLeft = Math.ceil((lastCall() + session.idle_seconds * 1000 - now) / 1000)
  const ageLeft = Math.ceil((Date.parse(session.expires_at) - now) / 1000)
  const byAge = ageLeft <= idleLeft
  const left = Math.min(idleLeft, ageLeft)
  // After the end the next call asks for a sign-in; a warning would be wrong by then.
  const open = left > 0 && left <= WARN_SECONDS && !(byAge && dismissed)

  const stay = async () => {
    if (byAge) return setDismissed(true)
    // A refusal is answered by the sign-in dialog; a lost connection leaves the warning standing.
    await call(profile, {}).then(() => noteCall(), () => undefined)
    setNow(Date.now())
  }

  return (
    <Modal
      open={open}
      title={t('access:idle.title')}
      onCancel={() => void stay()}
      width={420}
      footer={
        <Button type="primary" autoFocus onClick={() => void stay()}>
          {byAge ? t('access:idle.understood') : t('access:idle.stay')}
        </Button>
      }
    >
      <p>{byAge ? t('access:idle.age', { time: formatInstant(session.expires_at) }) : t('access:idle.about')}</p>
      <p className="idle-clock" role="timer">
        {clock(Math.max(0, left))}
      </p>
    </Modal>
  )
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
