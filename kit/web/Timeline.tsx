import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ShortInstant } from './Dates.tsx'
import { businessDate, formatMonth } from './format.ts'
import { useT } from './i18n.ts'
import './kit.css'

export type TimelineItem = {
  key: string
  icon?: ReactNode
  tone?: 'plain' | 'good' | 'bad' | 'notice'
  title: ReactNode
  /** The instant of the event, as the API returns it. */
  time: string
  /** The instant that determines the month of the event in the timeline; by default `time`. */
  at?: string
  body?: ReactNode
  /** The figures at the end of the event's line. */
  side?: ReactNode
  /** The consequences of the event, in boxes below the event. */
  nested?: readonly { key: string; about: ReactNode; side?: ReactNode }[]
  /** The person who caused the event, and the outlet of this person. */
  by?: ReactNode
}

type Props = {
  label: string
  items: readonly TimelineItem[]
  /** Loads further events of the timeline. The button is visible while more events exist. */
  onMore?: (() => void) | undefined
  loading?: boolean
}

/** Shows events by month, newest first. */
export function Timeline({ label, items, onMore, loading = false }: Props) {
  const t = useT()
  return (
    <>
      <ol className="carat-timeline" aria-label={label} aria-busy={loading}>
        {items.map(({ key, icon, tone = 'plain', title, time, at, body, side, nested = [], by }, index) => (
          <li
            key={key}
            className={monthOf(items[index + 1]) === monthOf({ time, at }) ? undefined : 'carat-timeline-last'}
          >
            {monthOf(items[index - 1]) !== monthOf({ time, at }) && (
              <h3 className="carat-timeline-month">{formatMonth(monthOf({ time, at }))}</h3>
            )}
            <span className={`carat-timeline-icon carat-tone-${tone}`} aria-hidden>
              {icon}
            </span>
            <div className="carat-timeline-item">
              <div className="carat-timeline-head">
                <div>
                  <div className="carat-timeline-title">{title}</div>
                  <div className="carat-timeline-by">
                    <ShortInstant value={time} />
                    {by && <> · {by}</>}
                  </div>
                </div>
                {side && <div className="carat-timeline-side">{side}</div>}
              </div>
              {body && <div className="carat-timeline-body">{body}</div>}
              {nested.map((detail) => (
                <div key={detail.key} className="carat-timeline-nested">
                  <span>{detail.about}</span>
                  <span>{detail.side}</span>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {onMore && (
        <Button onClick={onMore} loading={loading} block>
          {t('kit:state.more')}
        </Button>
      )}
    </>
  )
}

const monthOf = (item: { time: string; at?: string | undefined } | undefined) =>
  item ? businessDate(item.at ?? item.time).slice(0, 7) : ''
