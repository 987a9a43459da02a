import '../rewards.css'
import { Alert } from 'antd'
import { CheckIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { errorText } from '#kit/web/i18n.ts'
import { classes, Muted, Row, Stack } from '#kit/web/Layout.tsx'

type Props = {
  place: number
  title: ReactNode
  about?: ReactNode
  done?: boolean
  /** What waits for the user now. */
  now?: boolean
  extra?: ReactNode
  children?: ReactNode
}

/** One of the steps at the counter: what is settled is a line with a tick, the one that waits is open. */
export function Step({ place, title, about, done = false, now = false, extra, children }: Props) {
  const id = useId()
  return (
    <section className={classes('carat-card reward-step', now && 'reward-step-now')} aria-labelledby={id}>
      <Row gap="m" tight>
        <span
          className={classes('reward-step-mark', done ? 'reward-step-done' : now && 'reward-step-next')}
          aria-hidden
        >
          {done ? <CheckIcon size={16} /> : place}
        </span>
        <div className="carat-grow">
          <h2 className="carat-card-title" id={id}>
            {title}
          </h2>
          {about && <Muted as="div">{about}</Muted>}
        </div>
        {extra}
      </Row>
      {children && <Stack gap="m">{children}</Stack>}
    </section>
  )
}

/** Why a step did not go on; read out at once. */
export function Trouble({ title, error }: { title: string; error: unknown }) {
  return <Alert type="error" showIcon role="alert" title={title} description={errorText(error).description} />
}
