import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../i18n.ts'

export type CardLine = { field: string; label: string; value: ReactNode }
export type Card = {
  key: string
  title: ReactNode
  /** The title in plain words. */
  name: string
  to: string | undefined
  state: unknown
  /** Whether it is ticked; undefined where nothing can be. */
  ticked: boolean | undefined
  onTick: (on: boolean) => void
  /** Its status, beside the title. */
  tag: ReactNode
  lines: readonly CardLine[]
  menu: ReactNode
  fresh: boolean
}

/** The list on a phone: what would be a row is a card, nothing is cut off and nothing scrolls sideways. */
export function RecordCards({ cards }: { cards: readonly Card[] }) {
  const t = useT()
  return (
    <ul className="carat-cards carat-list-rows">
      {cards.map(({ key, title, name, to, state, tag, lines, menu, fresh, ticked, onTick }) => (
        <li key={key} className={`carat-record${fresh ? ' carat-fresh' : ''}`}>
          <div className="carat-record-head">
            {ticked !== undefined && (
              <Checkbox
                className="carat-record-tick"
                checked={ticked}
                aria-label={t('kit:bulk.select', { name })}
                onChange={({ target }) => onTick(target.checked)}
              />
            )}
            <span className="carat-record-title">
              {to ? (
                <Link to={to} state={state}>
                  {title}
                </Link>
              ) : (
                title
              )}
            </span>
            {tag}
            {menu}
          </div>
          {lines.length > 0 && (
            <dl className="carat-record-facts">
              {lines.map(({ field, label, value }) => (
                <div key={field} className="carat-record-line">
                  <dt className="carat-record-label">{label}</dt>
                  <dd className="carat-record-value">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}
