import { Button, Modal } from 'antd'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { profile, type SessionInfo } from '../contract.ts'
import { recordLastCallTime, type SessionTimeLeft } from './useTimeLeft.ts'

type Props = { session: SessionInfo; timeLeft: SessionTimeLeft }

/** Warns two minutes before the session ends, so that users can save their work. */
export function SessionEndWarning({ session, timeLeft: { seconds, byAge } }: Props) {
  const t = useT()
  const [understood, setUnderstood] = useState(false)

  const stay = async () => {
    // A session that ends by its age cannot be extended.
    if (byAge) return setUnderstood(true)
    // If a call fails with 401, the sign-in dialog replaces the warning. If the connection is lost, the warning stays.
    await call(profile, {}).then(
      () => recordLastCallTime(),
      () => undefined,
    )
  }

  return (
    <Modal
      open={!(byAge && understood)}
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
      <p className="carat-hero" role="timer">
        {clock(seconds)}
      </p>
    </Modal>
  )
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
