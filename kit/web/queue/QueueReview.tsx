import { Button } from 'antd'
import { ArrowLeftIcon, ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { ColourTagProps } from '../ColourTag.tsx'
import { useT } from '../i18n.ts'
import { PersonHeader } from '../PersonHeader.tsx'
import { ErrorState, LoadingState } from '../States.tsx'
import { type Kept, useQueue } from './context.ts'
import { UndoFor } from './Row.tsx'

type ReviewProps = {
  id: number
  /** Whom it is about, by the full name; else `title`. */
  person?: string | undefined
  title?: ReactNode
  icon?: ReactNode
  /** Where the person's page is. */
  to?: string | undefined
  /** The group that the person belongs to, where it is known. */
  tag?: ColourTagProps | undefined
  /** Numbers beside the name. */
  number?: ReactNode
  /** Who asked for it, and when. */
  asked?: ReactNode
  /** What is decided with; not shown once it was decided here. */
  bar?: ReactNode
  error?: unknown
  onRetry?: () => void
  /** What it is about; undefined while it is fetched. */
  children: ReactNode
}

/** One of the queue as a whole: whom it is about, what changes and why, and the decision in reach at its end. */
export function QueueReview({
  id,
  person,
  title,
  icon,
  to,
  tag,
  number,
  asked,
  bar,
  error,
  onRetry,
  children,
}: ReviewProps) {
  const t = useT()
  const { at, count, previous, next, back, outcomeOf, focusHead } = useQueue()
  const head = useRef<HTMLHeadingElement>(null)
  const named = useId()
  const outcome = outcomeOf(id)
  const loaded = children !== undefined
  useEffect(() => {
    if (!focusHead.current || !loaded) return
    focusHead.current = false
    head.current?.focus()
  }, [loaded, focusHead])
  return (
    <section className="carat-queue-review" aria-labelledby={named}>
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
          <PersonHeader compact name={person} to={to} tag={tag} id={named} headRef={head}>
            {number && <span className="carat-figure">{number}</span>}
            {asked && <span>{asked}</span>}
          </PersonHeader>
        ) : (
          <>
            {icon && (
              <span className="carat-queue-mark" aria-hidden>
                {icon}
              </span>
            )}
            <div className="carat-queue-text">
              <h2 ref={head} id={named} tabIndex={-1} className="carat-person-name">
                {to ? <Link to={to}>{title}</Link> : title}
              </h2>
              <p className="carat-row carat-person-line">
                {number && <span>{number}</span>}
                {asked && <span>{asked}</span>}
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
      {outcome ? <Did key={id} outcome={outcome} /> : bar && <footer className="carat-queue-bar">{bar}</footer>}
    </section>
  )
}

/** What was done, where the buttons stood: nothing of the next one comes under the pointer. */
function Did({ outcome }: { outcome: Kept }) {
  const said = useRef<HTMLOutputElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <footer className="carat-queue-bar carat-queue-after">
      <UndoFor outcome={outcome} primary />
      <output ref={said} tabIndex={-1} className={outcome.good ? 'carat-queue-did' : 'carat-queue-didnt'}>
        {outcome.text}
      </output>
    </footer>
  )
}
