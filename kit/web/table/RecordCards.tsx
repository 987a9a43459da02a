import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ExpandButton } from './ExpandButton.tsx'

/** One value of a record on a card. `named` is true if the value needs a visible label, as numbers do. */
type CardLine = { field: string; label: string; value: ReactNode; empty: boolean; named: boolean }
export type RecordCardContent = {
  key: string
  title: ReactNode
  /** Content beside both lines of a card, such as a person's initials. */
  mark: ReactNode
  /** The title of the card as plain text. */
  name: string
  to: string | undefined
  state: unknown
  /** The figure or status at the end of the card's first line. */
  figure: CardLine | undefined
  /** The values in the second line of the card. */
  lines: readonly CardLine[]
  /** The collapsed values on the card of a record without a page of its own. */
  folded: readonly CardLine[]
  menu: ReactNode
  /** Renders the collapsed details of a card. */
  more: (() => ReactNode) | undefined
  fresh: boolean
}

/** Shows the list on a phone. Each row takes two lines, without truncation or horizontal scrolling. */
export function RecordCards({ cards }: { cards: readonly RecordCardContent[] }) {
  return (
    <ul className="carat-cards carat-list-rows">
      {cards.map((card) => (
        <RecordCard key={card.key} card={card} />
      ))}
    </ul>
  )
}

function RecordCard({ card }: { card: RecordCardContent }) {
  const { title, mark, name, to, state, figure, lines, folded, menu, more, fresh } = card
  const [open, setOpen] = useState(false)
  return (
    <li className={`carat-record${fresh ? ' carat-fresh' : ''}`}>
      {mark}
      <div className="carat-record-main">
        <div className="carat-record-head">
          <span className="carat-record-title">
            {to ? (
              <Link to={to} state={state}>
                {title}
              </Link>
            ) : (
              title
            )}
          </span>
          {figure && (
            <span className="carat-record-figure">
              <Named line={figure} />
            </span>
          )}
        </div>
        {lines.length > 0 && (
          <div className="carat-record-second">
            {lines.map((line) => (
              <span key={line.field}>
                <Named line={line} />
              </span>
            ))}
          </div>
        )}
        {open && folded.length > 0 && (
          <dl className="carat-record-facts">
            {folded.map(({ field, label, value }) => (
              <div key={field} className="carat-record-line">
                <dt className="carat-record-label">{label}</dt>
                <dd className="carat-record-value">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {open && <Suspense>{more?.()}</Suspense>}
      </div>
      <span className="carat-record-tools">
        {(more || folded.length > 0) && <ExpandButton name={name} open={open} onClick={() => setOpen(!open)} />}
        {menu}
      </span>
    </li>
  )
}

/** Shows a value with its label. The label is visible for numbers, and otherwise only for screen readers. */
function Named({ line: { label, value, named } }: { line: CardLine }) {
  if (named)
    return (
      <>
        <span className="carat-record-of">{label}</span> {value}
      </>
    )
  return (
    <>
      <span className="carat-unseen">{label}: </span>
      {value}
    </>
  )
}
