import { Button } from 'antd'
import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { formatPoints } from './format.ts'
import { joinClassNames } from './Layout.tsx'
import { useMedia } from './useMedia.ts'
import './kit.css'

type CardProps = {
  title?: string
  /** The number beside the section's title; zero is hidden. */
  count?: number | undefined
  /** The accessible name of a card without a title. */
  label?: string
  extra?: ReactNode
  /** Removes the padding of the section, so that a table or list touches the border. */
  flush?: boolean
  /** The colour of a stripe along the side of the card. */
  stripe?: string | null
  children: ReactNode
}

/** A framed part of a page, named by its title. */
export function Card({ title, count, label, extra, flush = false, stripe, children }: CardProps) {
  const id = useId()
  return (
    <section
      className={joinClassNames('carat-card', stripe !== undefined && 'carat-stripe')}
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
      {children !== false && <div className={flush ? 'carat-card-body-flush' : 'carat-card-body'}>{children}</div>}
    </section>
  )
}

type FoldedCardProps = Omit<CardProps, 'extra'> & {
  title: string
  /** Shows the content of the card without a click, for example when a search or link leads to it. */
  unfolded?: boolean
}

/** A card for pages with many cards. On a small screen only its title is visible until the user opens the card. */
export function FoldedCard({ unfolded = false, children, ...card }: FoldedCardProps) {
  const isSmall = useMedia('(max-width: 767.98px)')
  const [isOpen, setIsOpen] = useState(false)
  const canFold = isSmall && !unfolded
  return (
    <Card
      {...card}
      extra={
        canFold && (
          <Button
            type="link"
            aria-expanded={isOpen}
            aria-label={card.title}
            icon={isOpen ? <ChevronUpIcon aria-hidden /> : <ChevronDownIcon aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          />
        )
      }
    >
      {(!canFold || isOpen) && children}
    </Card>
  )
}

type SectionProps = { title: string; hint?: ReactNode; extra?: ReactNode; children: ReactNode }

/** A section of a page, without a frame. */
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
