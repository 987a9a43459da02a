import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { formatPersonName } from '#kit/contract/person.ts'
import { ColourPill, type ColourTagProps } from './ColourTag.tsx'
import { Row } from './Layout.tsx'
import { PersonInitials } from './PersonMark.tsx'
import './kit.css'

export type PersonHeaderProps = {
  name: string
  /** The link to the person's page, for use on other pages. */
  to?: string | false | undefined
  /** The heading level: h1 for a page, h2 for a section. */
  as?: 'h1' | 'h2'
  id?: string
  /** A ref for the heading, with which a review moves the focus to the heading. */
  headRef?: Ref<HTMLHeadingElement>
  /** The person's card category as a coloured tag. */
  tag?: ColourTagProps | undefined
  /** A status that matters, such as Suspended; empty in the normal case. */
  status?: ReactNode
  actions?: ReactNode
  /** True for the small variant, for use beside a form or list. */
  compact?: boolean | undefined
  /** The line of facts below the name. */
  children?: ReactNode
}

/** The header for the person whom a page or section concerns. */
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
    <PersonInitials name={name} size={compact ? 32 : 56} />
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
              <bdi>{formatPersonName(name)}</bdi>
            </Link>
          ) : (
            <bdi>{formatPersonName(name)}</bdi>
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
