import { Button } from 'antd'
import type { ReactNode } from 'react'
import { formatInstant } from './format.ts'
import { useT } from './i18n.ts'
import './kit.css'

export type TimelineItem = {
  key: string
  icon?: ReactNode
  tone?: 'plain' | 'good' | 'bad' | 'notice'
  title: ReactNode
  /** An instant of the contract. */
  time: string
  body?: ReactNode
  /** Who did it, where. */
  by?: ReactNode
}

type Props = {
  label: string
  items: readonly TimelineItem[]
  /** Shown at the end while there is more. */
  onMore?: (() => void) | undefined
  loading?: boolean
}

/** What happened, the newest first. */
export function Timeline({ label, items, onMore, loading = false }: Props) {
  const t = useT()
  return (
    <>
      <ol className="carat-timeline" aria-label={label} aria-busy={loading}>
        {items.map(({ key, icon, tone = 'plain', title, time, body, by }) => (
          <li key={key}>
            <span className={`carat-timeline-icon carat-tone-${tone}`} aria-hidden>
              {icon}
            </span>
            <div className="carat-timeline-item">
              <div className="carat-timeline-head">
                <span className="carat-timeline-title">{title}</span>
                <time dateTime={time} className="carat-figure">
                  {formatInstant(time)}
                </time>
              </div>
              {by && <div className="carat-timeline-by">{by}</div>}
              {body && <div className="carat-timeline-body">{body}</div>}
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
