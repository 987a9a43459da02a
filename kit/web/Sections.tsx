import { type CSSProperties, type ReactNode, useId } from 'react'
import { formatPoints } from './format.ts'
import { classes } from './Layout.tsx'
import './kit.css'

type CardProps = {
  title?: string
  /** The number shown beside the title; zero is not shown. */
  count?: number | undefined
  /** The accessible name of a card without a title. */
  label?: string
  extra?: ReactNode
  /** Without padding, so that a table or list touches the border. */
  flush?: boolean
  /** A colour along its side. */
  stripe?: string | null
  children: ReactNode
}

/** A framed part of a page, named by its title. */
export function Card({ title, count, label, extra, flush = false, stripe, children }: CardProps) {
  const id = useId()
  return (
    <section
      className={classes('carat-card', stripe !== undefined && 'carat-stripe')}
      style={{ '--stripe': stripe } as CSSProperties}
      aria-label={label}
      {...(title && { 'aria-labelledby': id })}
    >
      {(title || extra) && (
        <div className="carat-card-head">
          <h2 className="carat-card-title" id={id}>
            {title}
            {count ? <span className="carat-tally">{formatPoints(count)}</span> : null}
          </h2>
          {extra}
        </div>
      )}
      <div className={flush ? 'carat-card-body-flush' : 'carat-card-body'}>{children}</div>
    </section>
  )
}

type SectionProps = { title: string; hint?: ReactNode; extra?: ReactNode; children: ReactNode }

/** A section of a page without a frame. */
export function PageSection({ title, hint, extra, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="carat-section">
      <div className="carat-section-head">
        <div>
          <h2 className="carat-card-title" id={id}>
            {title}
          </h2>
          {hint && <div className="carat-state-hint">{hint}</div>}
        </div>
        {extra}
      </div>
      {children}
    </section>
  )
}
