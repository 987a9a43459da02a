import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { personName } from '#kit/contract/person.ts'
import { ColourPill, type ColourTagProps } from './ColourTag.tsx'
import { Row } from './Layout.tsx'
import { PersonMark } from './PersonMark.tsx'
import './kit.css'

export type PersonHeaderProps = {
  name: string
  /** The page of the person, where the header stands on another. */
  to?: string | false | undefined
  /** Heading of the page or of a part of it. */
  as?: 'h1' | 'h2'
  id?: string
  /** The heading takes the focus when a review opens. */
  headRef?: Ref<HTMLHeadingElement>
  /** The group that the person belongs to. */
  tag?: ColourTagProps | undefined
  /** A state that is worth saying: nothing while all is as it should be. */
  status?: ReactNode
  actions?: ReactNode
  /** Beside a form or list: small. */
  compact?: boolean | undefined
  /** The facts of one line below the name. */
  children?: ReactNode
}

/** The person that a page or a part of it is about. */
export const PersonHeader = ({
  name,
  to,
  as: Heading = 'h2',
  id,
  headRef,
  tag,
  status,
  actions,
  compact,
  children,
}: PersonHeaderProps) => (
  <Row as="header" gap={compact ? 'm' : 'l'} className="carat-person-header">
    <PersonMark name={name} size={compact ? 32 : 56} />
    <div className="carat-grow">
      <Row gap="m">
        <Heading
          id={id}
          ref={headRef}
          tabIndex={headRef ? -1 : undefined}
          className={compact ? 'carat-person-name' : 'carat-record-name'}
        >
          {to ? (
            <Link to={to}>
              <bdi>{personName(name)}</bdi>
            </Link>
          ) : (
            <bdi>{personName(name)}</bdi>
          )}
        </Heading>
        {tag && <ColourPill {...tag} />}
        {status}
      </Row>
      <Row as="p" className="carat-person-line">
        {children}
      </Row>
    </div>
    {actions && <Row className="carat-unprinted carat-touch">{actions}</Row>}
  </Row>
)
