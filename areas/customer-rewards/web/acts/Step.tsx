import '../rewards.css'
import { Alert } from 'antd'
import { CheckIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { errorText } from '#kit/web/i18n.ts'
import { joinClassNames, Muted, Row, Stack } from '#kit/web/Layout.tsx'

type Props = {
  number: number
  title: ReactNode
  about?: ReactNode
  done?: boolean
  /** True for the step that waits for the user's input. */
  current?: boolean
  extra?: ReactNode
  children?: ReactNode
}

/** A numbered step of a counter page; a done step has a tick. */
export function CounterStep({ number, title, about, done = false, current = false, extra, children }: Props) {
  const id = useId()
  return (
    <section className={joinClassNames('carat-card reward-step', current && 'reward-step-now')} aria-labelledby={id}>
      <Row gap="m" tight>
        <span
          className={joinClassNames('reward-step-mark', done ? 'reward-step-done' : current && 'reward-step-next')}
          aria-hidden
        >
          {done ? <CheckIcon size={16} /> : number}
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

/** Shows the error of a step with role=alert for screen readers. */
export function CounterStepError({ title, error }: { title: string; error: unknown }) {
  return <Alert type="error" showIcon role="alert" title={title} description={errorText(error).description} />
}
