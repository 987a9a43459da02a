import { Button } from 'antd'
import { ArrowLeftIcon, ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { ColourTagProps } from '../ColourTag.tsx'
import { useT } from '../i18n.ts'
import { PersonHeader } from '../PersonHeader.tsx'
import { ErrorState, LoadingState } from '../States.tsx'
import { type DecidedOutcome, useQueueState } from './context.ts'
import { UndoDecisionButton } from './Row.tsx'

type ReviewProps = {
  id: number
  /** The full name of the person whom the request concerns; `title` replaces it for requests without a person. */
  person?: string | undefined
  title?: ReactNode
  icon?: ReactNode
  /** The path of the person's page. */
  to?: string | undefined
  /** The person's card category, if known. */
  tag?: ColourTagProps | undefined
  /** A number beside the name, such as the membership number. */
  number?: ReactNode
  /** The requester of the request and its time. */
  requestInfo?: ReactNode
  /** The bar with the buttons of the decision. After a decision its outcome takes the place of the bar. */
  bar?: ReactNode
  error?: unknown
  onRetry?: () => void
  /** The content of the review; undefined while the content is loading. */
  children: ReactNode
}

/** Shows the review of one request: person, changes, reasons and decision bar. */
export function QueueReview({
  id,
  person,
  title,
  icon,
  to,
  tag,
  number,
  requestInfo,
  bar,
  error,
  onRetry,
  children,
}: ReviewProps) {
  const t = useT()
  const { at, count, previous, next, back, outcomeOf, focusHead } = useQueueState()
  const head = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const outcome = outcomeOf(id)
  const loaded = children !== undefined
  useEffect(() => {
    if (!focusHead.current || !loaded) return
    focusHead.current = false
    head.current?.focus()
  }, [loaded, focusHead])
  return (
    <section className="carat-queue-review" aria-labelledby={headingId}>
      <div className="carat-queue-head">
        {back && (
          <Button
            type="text"
            icon={<ArrowLeftIcon className="carat-mirrored" aria-hidden />}
            aria-label={t('kit:verbs.back')}
            onClick={back}
          />
        )}
        {person ? (
          <PersonHeader compact name={person} to={to} tag={tag} id={headingId} headRef={head}>
            {number && <span className="carat-figure">{number}</span>}
            {requestInfo && <span>{requestInfo}</span>}
          </PersonHeader>
        ) : (
          <>
            {icon && (
              <span className="carat-queue-mark" aria-hidden>
                {icon}
              </span>
            )}
            <div className="carat-queue-text">
              <h2 ref={head} id={headingId} tabIndex={-1} className="carat-person-name">
                {to ? <Link to={to}>{title}</Link> : title}
              </h2>
              <p className="carat-row carat-person-line">
                {number && <span>{number}</span>}
                {requestInfo && <span>{requestInfo}</span>}
              </p>
            </div>
          </>
        )}
        <div className="carat-queue-place">
          {at >= 0 && <span>{t('kit:queue.place', { n: at + 1, of: count })}</span>}
          <Button
            type="text"
            icon={<ChevronUpIcon aria-hidden />}
            aria-label={t('kit:queue.previous')}
            aria-keyshortcuts="K"
            disabled={!previous}
            onClick={previous}
          />
          <Button
            type="text"
            icon={<ChevronDownIcon aria-hidden />}
            aria-label={t('kit:queue.next')}
            aria-keyshortcuts="J"
            disabled={!next}
            onClick={next}
          />
        </div>
      </div>
      <div className="carat-queue-body">
        {error ? <ErrorState error={error} {...(onRetry && { onRetry })} /> : (children ?? <LoadingState rows={6} />)}
      </div>
      {outcome ? <OutcomeBar key={id} outcome={outcome} /> : bar && <footer className="carat-queue-bar">{bar}</footer>}
    </section>
  )
}

/** Replaces the buttons by the outcome, so that no button of another request appears under the pointer. */
function OutcomeBar({ outcome }: { outcome: DecidedOutcome }) {
  const outputRef = useRef<HTMLOutputElement>(null)
  useEffect(() => outputRef.current?.focus(), [])
  return (
    <footer className="carat-queue-bar carat-queue-after">
      <UndoDecisionButton outcome={outcome} primary />
      <output ref={outputRef} tabIndex={-1} className={outcome.good ? 'carat-queue-did' : 'carat-queue-didnt'}>
        {outcome.text}
      </output>
    </footer>
  )
}
