import type { CSSProperties, ElementType, HTMLAttributes, ReactNode } from 'react'
import './forced.css'
import './layout.css'

type Gap = 'none' | 'xs' | 's' | 'm' | 'l' | 'xl'
type HtmlBoxProps = HTMLAttributes<HTMLElement> & { as?: ElementType; gap?: Gap }

/** Joins the class names whose condition is true. */
export const joinClassNames = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ')

const gapStyle = (gap: Gap, more?: CSSProperties): CSSProperties => ({ gap: `var(--gap-${gap})`, ...more })

const widths = { narrow: 'var(--width-narrow)', form: 'var(--width-form)', steps: 'var(--width-steps)' }

type StackProps = HtmlBoxProps & {
  /** Makes children as wide as their content instead of as wide as the stack. */
  start?: boolean
  width?: keyof typeof widths
}

/** Arranges children vertically. */
export function Stack({ as: Tag = 'div', gap = 'l', start, width, className, style, ...htmlProps }: StackProps) {
  return (
    <Tag
      className={joinClassNames('carat-stack', start && 'carat-stack-start', className)}
      style={gapStyle(gap, { ...(width && { maxInlineSize: widths[width] }), ...style })}
      {...htmlProps}
    />
  )
}

type RowProps = HtmlBoxProps & {
  justify?: 'spread' | 'end' | 'center'
  /** Aligns children at the top of the row instead of the middle. */
  start?: boolean
  /** Keeps all children on one line. */
  tight?: boolean
}

/** Arranges children horizontally, wrapped onto further lines if needed. */
export function Row({ as: Tag = 'div', gap = 's', justify, start, tight, className, style, ...htmlProps }: RowProps) {
  return (
    <Tag
      className={joinClassNames(
        'carat-row',
        justify && `carat-row-${justify}`,
        start && 'carat-row-start',
        tight && 'carat-row-tight',
        className,
      )}
      style={gapStyle(gap, style)}
      {...htmlProps}
    />
  )
}

/** Arranges children in columns of equal width, as many as fit; `least` is the minimum width of a column in pixels. */
export function Columns({
  as: Tag = 'div',
  least,
  gap = 'l',
  className,
  style,
  ...htmlProps
}: HtmlBoxProps & { least: number }) {
  return (
    <Tag
      className={joinClassNames('carat-columns', className)}
      style={gapStyle(gap, { '--least': `${least}px`, ...style } as CSSProperties)}
      {...htmlProps}
    />
  )
}

type SplitProps = {
  side: ReactNode
  sticky?: boolean
  /** Keeps the side column beside the main column even on small laptops. */
  close?: boolean
  /** Uses the whole width of a large screen, for columns that contain cards and not text. */
  wide?: boolean
  /** Content above the main column. On narrow screens the side column follows this content. */
  lead?: ReactNode
  children: ReactNode
}

/** Shows a main column and a side column, which moves below the main column (or below `lead`) on narrow screens. */
export function SideColumnLayout({ side, sticky, close, wide, lead, children }: SplitProps) {
  return lead === undefined ? (
    <div
      className={joinClassNames(
        'carat-split',
        sticky && 'carat-split-sticky',
        close && 'carat-split-close',
        wide && 'carat-split-wide',
      )}
    >
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

/** Secondary text, such as second lines, hints and units. */
export function Muted({ as: Tag = 'span', className, ...htmlProps }: MutedProps) {
  return <Tag className={joinClassNames('carat-muted', className)} {...htmlProps} />
}

/** A name with a smaller second line. */
export const TwoLineText = ({ children, second }: { children: ReactNode; second: ReactNode }) => (
  <span className="carat-two-lines">
    <span>{children}</span>
    <Muted>{second}</Muted>
  </span>
)

/** A list of entries with separators. */
export const EntryList = ({ as: Tag = 'ul', className, ...htmlProps }: MutedProps) => (
  <Tag className={joinClassNames('carat-entries', className)} {...htmlProps} />
)

/** One entry of a list, with its content at the start and figures or actions at the end. */
export const ListEntry = ({ side, children }: { side?: ReactNode; children: ReactNode }) => (
  <li>
    <div className="carat-entry">{children}</div>
    {side && <div className="carat-entry-side">{side}</div>}
  </li>
)

type Sum = { label: ReactNode; value: ReactNode; strong?: boolean; key?: string }

/** Shows labelled figures and their total in one column. */
export const SumList = ({
  items,
  label,
}: {
  items: readonly (Sum | false | null | undefined | '')[]
  label?: string
}) => (
  <dl className="carat-sums" aria-label={label}>
    {items.map(
      (item, index) =>
        item && (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sum never change their order.
          <div key={index} className={item.strong ? 'carat-sum' : undefined}>
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
  /** Shows the figures on a tinted band across the card. */
  band?: boolean
}

/** Shows key figures side by side. */
export const SummaryBar = ({ items, label, small, band }: SummaryProps) => (
  <dl
    className={joinClassNames('carat-summary', small && 'carat-summary-small', band && 'carat-band')}
    aria-label={label}
  >
    {items.map(
      (item) =>
        item && (
          <div key={item.label} className={joinClassNames(item.main && 'carat-summary-main', item.bad && 'carat-bad')}>
            <dt>{item.label}</dt>
            <dd>{item.value}</dd>
          </div>
        ),
    )}
  </dl>
)

type TableProps = {
  /** The accessible name of the table, which its scrollable region needs. */
  label: string
  /** True if all columns except the first contain figures. */
  figures?: boolean
  className?: string
  children: ReactNode
}

/** A small table inside a card. For lists with search and pages, use ResourceTable. */
export const PlainTable = ({ label, figures, className, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
  <section className="carat-scroll" tabIndex={0} aria-label={label}>
    <table className={joinClassNames('carat-table', figures && 'carat-table-figures', className)}>{children}</table>
  </section>
)

/** A bordered box inside a card or dialog. */
export const BorderedBox = ({ tone, ...htmlProps }: HTMLAttributes<HTMLElement> & { tone?: 'warning' | 'error' }) => (
  <div className={joinClassNames('carat-box', tone && `carat-box-${tone}`)} {...htmlProps} />
)

/** Shows "120 → 90". Screen readers read the label instead of the arrow. */
export const ChangeArrow = ({ label }: { label: string }) => (
  <>
    <span aria-hidden className="carat-arrow carat-mirrored">
      →
    </span>
    <span className="carat-unseen"> {label} </span>
  </>
)

/** A bar; `share` is its length from 0 to 1. */
type Bar = { key: string | number; label: ReactNode; value: ReactNode; share: number }

/** Shows shares of a total as bars. The longest bar takes the whole width. */
export const ShareBars = ({ items }: { items: readonly Bar[] }) => (
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

/** Shows the actions of a page or dialog, fixed at its lower edge. */
export const ActionBar = ({ className, ...htmlProps }: RowProps) => (
  <Row className={joinClassNames('carat-action-bar', className)} {...htmlProps} />
)
