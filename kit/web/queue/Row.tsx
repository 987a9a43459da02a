import { Button } from 'antd'
import { CheckIcon, TriangleAlertIcon, Undo2Icon, XIcon } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { shortenPersonName } from '#kit/contract/person.ts'
import { ShortInstant } from '../Dates.tsx'
import { useT } from '../i18n.ts'
import { joinClassNames } from '../Layout.tsx'
import { PersonInitials } from '../PersonMark.tsx'
import { type DecidedOutcome, type QueueRow, useQueueState } from './context.ts'

export function QueueEntry({ row, to, current }: { row: QueueRow; to: string; current: boolean }) {
  const { outcomeOf } = useQueueState()
  const { id, person, title, icon, what, when } = row
  const about = useId()
  const outcome = outcomeOf(id)
  const name = person ? <bdi>{shortenPersonName(person)}</bdi> : title
  if (outcome)
    return (
      <li className="carat-queue-row carat-queue-past" data-current={current || undefined}>
        <span className={joinClassNames('carat-queue-mark', outcome.good && 'carat-queue-good')} aria-hidden>
          {outcome.good ? <CheckIcon /> : <XIcon />}
        </span>
        <div className="carat-queue-text">
          <Link className="carat-queue-name" to={to} replace preventScrollReset aria-describedby={about}>
            {name}
          </Link>
          <div id={about} className={outcome.good ? 'carat-queue-did' : 'carat-queue-didnt'}>
            {outcome.text}
          </div>
        </div>
        <UndoDecisionButton outcome={outcome} />
      </li>
    )
  return (
    <li className="carat-queue-row" data-current={current || undefined}>
      {person ? (
        <PersonInitials name={person} />
      ) : (
        <span className="carat-queue-mark" aria-hidden>
          {icon}
        </span>
      )}
      <div className="carat-queue-text">
        <div className="carat-queue-first">
          <Link
            className="carat-queue-name"
            to={to}
            replace
            preventScrollReset
            aria-current={current || undefined}
            aria-describedby={about}
          >
            {name}
          </Link>
          <span className="carat-queue-when">
            <ShortInstant value={when} />
          </span>
        </div>
        <div id={about}>
          <Suspense fallback={null}>{what}</Suspense>
        </div>
      </div>
    </li>
  )
}

type GlanceProps = {
  /** The change that the request asks for. */
  what: ReactNode
  /** A warning for the approver, such as spending below the rule; shown instead of `by`. */
  warning?: ReactNode
  /** The requester, the outlet and the reason of the request. */
  by?: ReactNode
}

/** The lines below the name in a row of a queue. */
export const QueueEntrySummary = ({ what, warning, by }: GlanceProps) => (
  <>
    <div className="carat-queue-what">{what}</div>
    {warning ? (
      <div className="carat-queue-warning">
        <TriangleAlertIcon aria-hidden /> {warning}
      </div>
    ) : (
      by && <div className="carat-queue-by">{by}</div>
    )}
  </>
)

/** The Undo button with its remaining seconds. The button disappears at the end of this time. */
export function UndoDecisionButton({ outcome, primary = false }: { outcome: DecidedOutcome; primary?: boolean }) {
  const t = useT()
  const { undo } = useQueueState()
  const [running, setRunning] = useState(false)
  const secondsLeft = useSecondsUntil(outcome.until)
  if (!outcome.undo || (secondsLeft <= 0 && !running)) return null
  const run = async () => {
    setRunning(true)
    // Ignores the error of the undo, because the call has already notified the user.
    await undo(outcome).catch(() => {})
    setRunning(false)
  }
  return (
    <Button
      className="carat-queue-undo"
      size={primary ? 'middle' : 'small'}
      icon={<Undo2Icon className="carat-mirrored" aria-hidden />}
      loading={running}
      onClick={run}
      aria-keyshortcuts="U"
    >
      {t('kit:undo.undo')}
      <span aria-hidden className="carat-muted carat-figure">
        {t('kit:queue.seconds', { n: Math.max(secondsLeft, 0) })}
      </span>
    </Button>
  )
}

const SECOND_MS = 1000

function useSecondsUntil(until: number) {
  const [secondsLeft, setLeft] = useState(() => Math.ceil((until - Date.now()) / SECOND_MS))
  useEffect(() => {
    const ticking = setInterval(() => {
      const remaining = Math.ceil((until - Date.now()) / SECOND_MS)
      setLeft(remaining)
      if (remaining <= 0) clearInterval(ticking)
    }, SECOND_MS)
    return () => clearInterval(ticking)
  }, [until])
  return secondsLeft
}
