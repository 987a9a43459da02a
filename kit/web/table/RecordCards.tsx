import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../i18n.ts'
import { ExpandButton } from './ExpandButton.tsx'

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
  /** What is folded out below it. */
  more: (() => ReactNode) | undefined
  fresh: boolean
}

/** The list on a phone: what would be a row is a card, nothing is cut off and nothing scrolls sideways. */
export function RecordCards({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className="carat-cards carat-list-rows">
      {cards.map((card) => (
        <RecordCard key={card.key} card={card} />
      ))}
    </ul>
  )
}

function RecordCard({ card }: { card: Card }) {
  const { title, name, to, state, tag, lines, menu, more, fresh, ticked, onTick } = card
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <li className={`carat-record${fresh ? ' carat-fresh' : ''}`}>
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
        {more && <ExpandButton name={name} open={open} onClick={() => setOpen(!open)} />}
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
      {open && more?.()}
    </li>
  )
}
