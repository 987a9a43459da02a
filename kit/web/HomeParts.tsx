import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './home.css'
import { shortName } from '#kit/contract/person.ts'
import { Muted } from './Layout.tsx'
import { PersonMark } from './PersonMark.tsx'
import { useShortcutsOn } from './shortcuts.ts'

type ActProps = { to: string; icon: ReactNode /** The key that does the same. */; keys?: string; children: ReactNode }

/** One of the few things that a day is begun with. */
export function ActTile({ to, icon, keys, children }: ActProps) {
  const on = useShortcutsOn()
  return (
    <Link to={to} className="carat-act" data-walk {...(keys && on && { 'aria-keyshortcuts': keys })}>
      {icon}
      <span>{children}</span>
      {keys && on && (
        <kbd aria-hidden className="carat-keys">
          {keys.toUpperCase()}
        </kbd>
      )}
    </Link>
  )
}

/** People below each other, with what is to be said about each. */
export const People = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="carat-people" aria-label={label}>
    {children}
  </ul>
)

type PersonProps = { name: string; to?: string | undefined; about: ReactNode; act?: ReactNode }

/** One of them, and the one thing to do about it. */
export function Person({ name, to, about, act }: PersonProps) {
  const called = <bdi>{shortName(name)}</bdi>
  return (
    <li>
      <PersonMark name={name} />
      <span className="carat-two-lines">
        <span>{to ? <Link to={to}>{called}</Link> : called}</span>
        <Muted>{about}</Muted>
      </span>
      {act}
    </li>
  )
}

/** Entries of a card that are one line high. */
export const Lines = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className="carat-lines" aria-label={label}>
    {children}
  </ul>
)

export type Fact = { label: string; value: ReactNode }

/** What is known, label and value beside each other; what is not known is left out. */
export const Known = ({ facts }: { facts: readonly (Fact | false | null | undefined | '' | 0)[] }) => (
  <dl className="carat-known">
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{typeof fact.value === 'string' ? <bdi>{fact.value}</bdi> : fact.value}</dd>
          </div>
        ),
    )}
  </dl>
)

export type StripFigure = { label: string; value: ReactNode; about?: ReactNode }

/** The figures of a card, side by side. */
export const Strip = ({ items, label }: { items: readonly (StripFigure | false | null)[]; label?: string }) => (
  <dl className="carat-strip" aria-label={label}>
    {items.map(
      (item) =>
        item && (
          <StripCell key={item.label} label={item.label} about={item.about}>
            {item.value}
          </StripCell>
        ),
    )}
  </dl>
)

type CellProps = { label: ReactNode; about?: ReactNode; main?: boolean; children: ReactNode }

/** One figure of a strip that several bring their figures to. */
export const StripCell = ({ label, about, main, children }: CellProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={main ? 'carat-strip-main' : undefined}>
      {children}
      {about && <small>{about}</small>}
    </dd>
  </div>
)

/** How far somebody has come, beside the words that say it. */
export const Progress = ({ share, reached }: { share: number; reached: boolean }) => (
  <span className={reached ? 'carat-progress carat-progress-reached' : 'carat-progress'} aria-hidden>
    <span style={{ inlineSize: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }} />
  </span>
)

/** A card in which nothing is to be done today. */
export const NothingToDo = ({ children }: { children: ReactNode }) => <p className="carat-empty-line">{children}</p>
