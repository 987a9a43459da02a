import type { CSSProperties, ElementType, HTMLAttributes, ReactNode } from 'react'
import './forced.css'
import './layout.css'

type Gap = 'none' | 'xs' | 's' | 'm' | 'l' | 'xl'
type Box = HTMLAttributes<HTMLElement> & { as?: ElementType; gap?: Gap }

/** Class names, without those that don't hold. */
export const classes = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ')

const spaced = (gap: Gap, more?: CSSProperties): CSSProperties => ({ gap: `var(--gap-${gap})`, ...more })

const widths = { narrow: 'var(--width-narrow)', form: 'var(--width-form)', steps: 'var(--width-steps)' }

type StackProps = Box & {
  /** As wide as their text instead of as wide as the stack. */
  start?: boolean
  width?: keyof typeof widths
}

/** Parts below each other. */
export function Stack({ as: Tag = 'div', gap = 'l', start, width, className, style, ...rest }: StackProps) {
  return (
    <Tag
      className={classes('carat-stack', start && 'carat-stack-start', className)}
      style={spaced(gap, { ...(width && { maxInlineSize: widths[width] }), ...style })}
      {...rest}
    />
  )
}

type RowProps = Box & {
  justify?: 'spread' | 'end' | 'center'
  /** At their upper edges instead of their middles. */
  start?: boolean
  /** Never broken into two lines. */
  tight?: boolean
}

/** Parts beside each other, broken into lines where the room ends. */
export function Row({ as: Tag = 'div', gap = 's', justify, start, tight, className, style, ...rest }: RowProps) {
  return (
    <Tag
      className={classes(
        'carat-row',
        justify && `carat-row-${justify}`,
        start && 'carat-row-start',
        tight && 'carat-row-tight',
        className,
      )}
      style={spaced(gap, style)}
      {...rest}
    />
  )
}

/** Columns of equal width, as many as there is room for. */
export function Columns({
  as: Tag = 'div',
  least,
  gap = 'l',
  className,
  style,
  ...rest
}: Box & { least: number /** pixels of the narrowest column */ }) {
  return (
    <Tag
      className={classes('carat-columns', className)}
      style={spaced(gap, { '--least': `${least}px`, ...style } as CSSProperties)}
      {...rest}
    />
  )
}

type SplitProps = {
  side: ReactNode
  sticky?: boolean
  /** Beside the story on a small laptop too. */
  close?: boolean
  /** Above the story; where all stands in one column, the facts stand between the two. */
  lead?: ReactNode
  children: ReactNode
}

/** The story beside its facts: two columns where there is room, else the facts below; with a lead they go before the story. */
export function Split({ side, sticky, close, lead, children }: SplitProps) {
  return lead === undefined ? (
    <div className={classes('carat-split', sticky && 'carat-split-sticky', close && 'carat-split-close')}>
      <div>
        <Stack>{children}</Stack>
        <Stack>{side}</Stack>
      </div>
    </div>
  ) : (
    <div className="carat-split carat-split-led carat-split-close">
      <div>
        <Stack>{lead}</Stack>
        <Stack>{side}</Stack>
        <Stack>{children}</Stack>
      </div>
    </div>
  )
}

type MutedProps = HTMLAttributes<HTMLElement> & { as?: ElementType }

/** What stands behind: second lines, hints, units. */
export function Muted({ as: Tag = 'span', className, ...rest }: MutedProps) {
  return <Tag className={classes('carat-muted', className)} {...rest} />
}

/** A name and, small below it, what it is known by. */
export const TwoLines = ({ children, second }: { children: ReactNode; second: ReactNode }) => (
  <span className="carat-two-lines">
    <span>{children}</span>
    <Muted>{second}</Muted>
  </span>
)

type HeadProps = { name: ReactNode; about?: ReactNode; tags?: ReactNode; actions?: ReactNode }

/** Whose or which record a page shows, and what can be done with it. */
export const RecordHead = ({ name, about, tags, actions }: HeadProps) => (
  <Row as="header" gap="m" justify="spread">
    <div className="carat-grow">
      <Row>
        <h2 className="carat-record-name">{name}</h2>
        {tags}
      </Row>
      {about && <Muted as="div">{about}</Muted>}
    </div>
    {actions && <Row className="carat-unprinted">{actions}</Row>}
  </Row>
)

/** Entries below each other with lines between them. */
export const Entries = ({ as: Tag = 'ul', className, ...rest }: MutedProps) => (
  <Tag className={classes('carat-entries', className)} {...rest} />
)

/** One of them: what it is at the start, its figures or acts at the end. */
export const Entry = ({ side, children }: { side?: ReactNode; children: ReactNode }) => (
  <li>
    <div className="carat-entry">{children}</div>
    {side && <div className="carat-entry-side">{side}</div>}
  </li>
)

type Sum = { label: ReactNode; value: ReactNode; strong?: boolean; key?: string }

/** Labels and the figures that they add up to. */
export const Sums = ({ items, label }: { items: readonly (Sum | false | null | undefined | '')[]; label?: string }) => (
  <dl className="carat-sums" aria-label={label}>
    {items.map(
      (item, place) =>
        item && (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sum never change places.
          <div key={place} className={item.strong ? 'carat-sum' : undefined}>
            <dt>{item.label}</dt>
            <dd>{item.value}</dd>
          </div>
        ),
    )}
  </dl>
)

type Figure = { label: string; value: ReactNode; main?: boolean; bad?: boolean }
type SummaryProps = {
  items: readonly (Figure | false | null | undefined)[]
  label?: string
  small?: boolean
  /** On a tinted band across its card. */
  band?: boolean
}

/** The figures that matter, side by side. */
export const SummaryBar = ({ items, label, small, band }: SummaryProps) => (
  <dl className={classes('carat-summary', small && 'carat-summary-small', band && 'carat-band')} aria-label={label}>
    {items.map(
      (item) =>
        item && (
          <div key={item.label} className={classes(item.main && 'carat-summary-main', item.bad && 'carat-bad')}>
            <dt>{item.label}</dt>
            <dd>{item.value}</dd>
          </div>
        ),
    )}
  </dl>
)

type TableProps = {
  /** What it shows; a table that may scroll is named for the keyboard by it. */
  label: string
  /** All columns but the first hold figures. */
  figures?: boolean
  className?: string
  children: ReactNode
}

/** A small table inside of a card. Lists that are searched and paged are a ResourceTable. */
export const PlainTable = ({ label, figures, className, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
  <section className="carat-scroll" tabIndex={0} aria-label={label}>
    <table className={classes('carat-table', figures && 'carat-table-figures', className)}>{children}</table>
  </section>
)

/** A bordered box inside of a card or dialog. */
export const Box = ({ tone, ...rest }: HTMLAttributes<HTMLElement> & { tone?: 'warning' | 'error' }) => (
  <div className={classes('carat-box', tone && `carat-box-${tone}`)} {...rest} />
)

/** "120 → 90": an arrow to the eye, its word to the ear. */
export const Arrow = ({ label }: { label: string }) => (
  <>
    <span aria-hidden className="carat-arrow carat-mirrored">
      →
    </span>
    <span className="carat-unseen"> {label} </span>
  </>
)

type Bar = { key: string | number; label: ReactNode; value: ReactNode /** from 0 to 1 */; share: number }

/** Shares of a whole, the longest bar over the whole width. */
export const Bars = ({ items }: { items: readonly Bar[] }) => (
  <Stack as="ul" gap="m" className="carat-bars">
    {items.map(({ key, label, value, share }) => (
      <li key={key}>
        <span>{label}</span>
        {value}
        <span aria-hidden className="carat-bar" style={{ inlineSize: `${share * 100}%` }} />
      </li>
    ))}
  </Stack>
)

/** The acts of a page or dialog, at its lower edge and always in reach. */
export const ActionBar = ({ className, ...rest }: RowProps) => (
  <Row className={classes('carat-action-bar', className)} {...rest} />
)
