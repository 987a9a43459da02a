import { Typography } from 'antd'
import { type ReactNode, useId } from 'react'
import './kit.css'

type CardProps = {
  title?: string
  extra?: ReactNode /** Lets a table or list touch the border. */
  flush?: boolean
  children: ReactNode
}

/** A framed part of a page, named by its title. */
export function Card({ title, extra, flush = false, children }: CardProps) {
  const id = useId()
  return (
    <section className="carat-card" {...(title && { 'aria-labelledby': id })}>
      {(title || extra) && (
        <div className="carat-card-head">
          <Typography.Title level={2} className="carat-card-title" id={id}>
            {title}
          </Typography.Title>
          {extra}
        </div>
      )}
      <div className={flush ? 'carat-card-body-flush' : 'carat-card-body'}>{children}</div>
    </section>
  )
}

type SectionProps = { title: string; hint?: ReactNode; extra?: ReactNode; children: ReactNode }

/** A part of a page without a frame: a heading and what belongs to it. */
export function PageSection({ title, hint, extra, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="carat-section">
      <div className="carat-section-head">
        <div>
          <Typography.Title level={2} className="carat-card-title" id={id}>
            {title}
          </Typography.Title>
          {hint && <div className="carat-state-hint">{hint}</div>}
        </div>
        {extra}
      </div>
      {children}
    </section>
  )
}
