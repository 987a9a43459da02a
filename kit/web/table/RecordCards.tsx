import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type CardLine = { field: string; label: string; value: ReactNode }
export type Card = {
  key: string
  title: ReactNode
  to: string | undefined
  /** Its status, beside the title. */
  tag: ReactNode
  lines: readonly CardLine[]
  menu: ReactNode
  fresh: boolean
}

/** The list on a phone: what would be a row is a card, nothing is cut off and nothing scrolls sideways. */
export function RecordCards({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className="carat-cards carat-list-rows">
      {cards.map(({ key, title, to, tag, lines, menu, fresh }) => (
        <li key={key} className={`carat-record${fresh ? ' carat-fresh' : ''}`}>
          <div className="carat-record-head">
            <span className="carat-record-title">{to ? <Link to={to}>{title}</Link> : title}</span>
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
