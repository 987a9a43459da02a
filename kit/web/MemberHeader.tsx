import { MailIcon, PhoneIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { personName } from '#kit/contract/person.ts'
import { CopyButton } from './CopyButton.tsx'
import { useT } from './i18n.ts'
import { Row } from './Layout.tsx'
import { PersonMark } from './PersonMark.tsx'
import { TierPill } from './Tier.tsx'
import './kit.css'

type Props = {
  name: string
  /** The page of the person, where the header stands on another. */
  to?: string | false | undefined
  /** Heading of the page or of a part of it. */
  as?: 'h1' | 'h2'
  id?: string
  /** The heading takes the focus when a review opens. */
  headRef?: Ref<HTMLHeadingElement>
  /** What the person is called in lists: the card category, or that they have none. */
  tier: { name: string; color?: string | null | undefined } | undefined
  /** A state that is worth saying: nothing while all is as it should be. */
  status?: ReactNode
  number?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  adviser?: string | null | undefined
  actions?: ReactNode
  /** Beside a form or list: small, in one line of facts. */
  compact?: boolean
  /** Further facts of that line. */
  children?: ReactNode
}

/** Who stands in front of one: the same everywhere, on the counter and the customer's page, at a sale, an approval, a merge. */
export function MemberHeader({
  name,
  to,
  as: Heading = 'h2',
  id,
  headRef,
  tier,
  status,
  actions,
  compact,
  children,
  ...facts
}: Props) {
  const t = useT()
  const { number, phone, email, adviser } = facts
  return (
    <Row as="header" gap={compact ? 'm' : 'l'} className="carat-member">
      <PersonMark name={name} size={compact ? 32 : 56} />
      <div className="carat-grow">
        <Row gap="m">
          <Heading
            id={id}
            ref={headRef}
            tabIndex={headRef ? -1 : undefined}
            className={compact ? 'carat-member-small' : 'carat-record-name'}
          >
            {to ? (
              <Link to={to}>
                <bdi>{personName(name)}</bdi>
              </Link>
            ) : (
              <bdi>{personName(name)}</bdi>
            )}
          </Heading>
          {tier && <TierPill {...tier} />}
          {status}
        </Row>
        <Row as="p" className="carat-member-line">
          {number && (
            <span className="carat-masked">
              <span className="carat-figure">{number}</span>
              {!compact && <CopyButton value={number} name={t('kit:fields.MembershipNo')} />}
            </span>
          )}
          {phone && (
            <a href={`tel:${phone}`} dir="ltr">
              <PhoneIcon aria-hidden /> {phone}
            </a>
          )}
          {email && !compact && (
            <a href={`mailto:${email}`} dir="ltr">
              <MailIcon aria-hidden /> {email}
            </a>
          )}
          {adviser && !compact && (
            <span>
              {t('kit:fields.PreferredStaffName')} <bdi>{personName(adviser)}</bdi>
            </span>
          )}
          {children}
        </Row>
      </div>
      {actions && <Row className="carat-unprinted carat-touch">{actions}</Row>}
    </Row>
  )
}
