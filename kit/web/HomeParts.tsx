import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './home.css'
import { shortName } from '#kit/contract/person.ts'
import { Muted } from './Layout.tsx'
import { PersonMark } from './PersonMark.tsx'

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

type Fact = { label: string; value: ReactNode }

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

/** A card in which nothing is to be done today. */
export const NothingToDo = ({ children }: { children: ReactNode }) => <p className="carat-empty-line">{children}</p>
