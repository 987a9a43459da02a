import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './home.css'
import { shortenPersonName } from '#kit/contract/person.ts'
import { Muted } from './Layout.tsx'
import { PersonInitials } from './PersonMark.tsx'

/** A list of people on the dashboard. */
export const PeopleList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="carat-people" aria-label={label}>
    {children}
  </ul>
)

type PersonProps = { name: string; to?: string | undefined; about: ReactNode; act?: ReactNode }

/** One person of a `People` list, with a line of details and an optional action. */
export function PersonEntry({ name, to, about, act }: PersonProps) {
  const called = <bdi>{shortenPersonName(name)}</bdi>
  return (
    <li>
      <PersonInitials name={name} />
      <span className="carat-two-lines">
        <span>{to ? <Link to={to}>{called}</Link> : called}</span>
        <Muted>{about}</Muted>
      </span>
      {act}
    </li>
  )
}

/** A list of card entries that take one line each. */
export const CardLines = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className="carat-lines" aria-label={label}>
    {children}
  </ul>
)

type Fact = { label: string; value: ReactNode }

/** Shows labels and values side by side, without facts that have no value. */
export const FactList = ({ facts }: { facts: readonly (Fact | false | null | undefined | '' | 0)[] }) => (
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

/** One figure in a strip of figures, to which several areas contribute. */
export const FigureStripCell = ({ label, about, main, children }: CellProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={main ? 'carat-strip-main' : undefined}>
      {children}
      {about && <small>{about}</small>}
    </dd>
  </div>
)

/** Shows the text of a dashboard card that has no tasks for today. */
export const NothingToDo = ({ children }: { children: ReactNode }) => <p className="carat-empty-line">{children}</p>
