import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type CardLine = { field: string; label: string; value: ReactNode }
export type Card = {
  key: string
  title: ReactNode
  to: string | undefined
  lines: readonly CardLine[]
  menu: ReactNode
  fresh: boolean
}

/** The list on a phone: what would be a row is a card, nothing is cut off and nothing scrolls sideways. */
export function RecordCards({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className="carat-cards">
      {cards.map(({ key, title, to, lines, menu, fresh }) => (
        <li key={key} className={`carat-record${fresh ? ' carat-card-fresh' : ''}`}>
          <div className="carat-record-head">
            {to ? <Link to={to}>{title}</Link> : <span>{title}</span>}
            {menu}
          </div>
          {lines.length > 0 && (
            <dl>
              {lines.map(({ field, label, value }) => (
                <div key={field} className="carat-record-line">
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}
