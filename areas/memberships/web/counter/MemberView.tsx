import { Alert, Button, Dropdown } from 'antd'
import { EllipsisIcon, MailIcon, PhoneIcon, ReceiptTextIcon, TriangleAlertIcon } from 'lucide-react'
import { createElement, type ReactNode, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { reactivateMember } from '#areas/data-quality/contract/archive.ts'
import { explainPath } from '#areas/points/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate, inSentence, nearDate, shortDate } from '#kit/web/format.ts'
import { StripCell } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row, Split, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PersonMark } from '#kit/web/PersonMark.tsx'
import { personName } from '#kit/web/person.ts'
import { MemberParts, useProvided } from '#kit/web/provided.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useShortcut, useShortcutsOn } from '#kit/web/shortcuts.ts'
import { TierPill } from '#kit/web/Tier.tsx'
import { useCall } from '#kit/web/useCall.ts'
import type { Role } from '#kit/web/vocabulary.ts'
import type { MemberCard } from '../../contract/counter.ts'
import { counterPath } from '../../paths.ts'
import { NextActCard } from './NextActCard.tsx'
import { SideCards } from './SideCards.tsx'
import { useSentence } from './sentence.ts'

export const mayExplain: readonly Role[] = [
  'Customer',
  'Customer Transaction',
  'Member Point Statement',
  'Point Adjustment',
]

/** The member in front of one: who, what waits, what they have, what to do next; the story, and its facts beside it. */
export function MemberView({ card }: { card: MemberCard }) {
  useOpenRecord(personName(card.FullName), customerPath({ CustomerId: card.CustomerId }))
  const { MembershipNo } = card
  return (
    <Split side={<SideCards card={card} />}>
      <article className="carat-card carat-touch" aria-labelledby="member-name">
        <Head card={card} />
        <Notes card={card} />
        <Figures card={card} />
      </article>
      <NextActCard card={card} />
      <Brought parts={useProvided().counterParts} MembershipNo={MembershipNo} />
      <MemberParts MembershipNo={MembershipNo} />
    </Split>
  )
}

type BroughtProps = { parts: readonly React.ComponentType<{ MembershipNo: string }>[]; MembershipNo: string }

/** What the areas above know of the member. */
const Brought = ({ parts, MembershipNo }: BroughtProps) =>
  parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what areas bring never changes its place.
    <Suspense key={place} fallback={null}>
      {createElement(part, { MembershipNo })}
    </Suspense>
  ))

function Head({ card }: { card: MemberCard }) {
  const t = useT()
  const labels = useLabels('memberships')
  return (
    <Row as="header" gap="l" className="carat-card-body">
      <PersonMark name={card.FullName} size={56} />
      <div className="carat-grow">
        <Row gap="m">
          <h2 id="member-name" className="carat-record-name">
            <bdi>{personName(card.FullName)}</bdi>
          </h2>
          <TierPill name={card.CardCategoryName ?? labels.value('MemberType', card.MemberType)} color={card.Color} />
          {card.Status !== 'Active' && <StatusTag area="memberships" status={card.Status} />}
        </Row>
        <Row as="p" className="member-meta">
          <span className="carat-figure">
            {card.MembershipNo} <CopyButton value={card.MembershipNo} name={t('memberships:fields.MembershipNo')} />
          </span>
          {card.ContactNo && (
            <a href={`tel:${card.ContactNo}`} dir="ltr">
              <PhoneIcon aria-hidden /> {card.ContactNo}
            </a>
          )}
          {card.Email && (
            <a href={`mailto:${card.Email}`} dir="ltr">
              <MailIcon aria-hidden /> {card.Email}
            </a>
          )}
        </Row>
      </div>
      <Acts card={card} />
    </Row>
  )
}

/** The sale first; on a phone it stays in reach at the lower edge. */
function Acts({ card }: { card: MemberCard }) {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const keys = useShortcutsOn()
  const name = personName(card.FullName)
  // A purchase brings the archived member back.
  const sells = has('Customer Transaction') && (card.Status === 'Active' || card.CustomerStatus === 'Archived')
  const sale = saleAddPath({ MembershipNo: card.MembershipNo })
  useShortcut('r', 'kit:verbs.recordSale', () => void navigate(sale), { enabled: sells })
  const items = [
    has('Customer') && {
      key: 'customer',
      label: t('memberships:actions.viewCustomer'),
      onClick: () => void navigate(customerPath({ CustomerId: card.CustomerId })),
    },
    has(mayExplain) && {
      key: 'explain',
      label: t('kit:verbs.explainPoints'),
      onClick: () => void navigate(explainPath({ MembershipNo: card.MembershipNo })),
    },
  ].filter((item) => item !== false)
  if (!sells && items.length === 0) return null
  return (
    <div className="carat-dock">
      {sells && (
        <Button
          type="primary"
          size="large"
          data-walk
          icon={<ReceiptTextIcon aria-hidden />}
          aria-keyshortcuts="r"
          onClick={() => void navigate(sale)}
        >
          {t('kit:verbs.recordSale')}
          {keys && (
            <kbd aria-hidden className="carat-keys">
              R
            </kbd>
          )}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
          <Button
            type="text"
            size="large"
            icon={<EllipsisIcon />}
            aria-label={t('memberships:counter.moreOf', { name })}
          />
        </Dropdown>
      )}
    </div>
  )
}

/** What blocks, what is wrong, and what the areas above say of the member's tier. */
function Notes({ card }: { card: MemberCard }) {
  const t = useT()
  const sentence = useSentence()
  const { memberNotes } = useProvided()
  // A customer who is not Active has no membership that is: said once.
  const said = card.Warnings.filter(
    ({ Code }, _, all) =>
      Code !== 'customer_not_active' || !all.some((other) => other.Code === 'membership_not_active'),
  )
  return (
    <Stack gap="s" className="member-notes">
      {said.length > 0 && (
        <Alert
          type="warning"
          showIcon
          icon={<TriangleAlertIcon aria-hidden />}
          title={
            <ul>
              {said.map((warning) => (
                <li key={warning.Code}>
                  <bdi>{sentence(warning)}</bdi>
                </li>
              ))}
            </ul>
          }
          action={card.CustomerStatus === 'Archived' && <Reactivate card={card} />}
        />
      )}
      {card.MergedIntoMembershipNo && (
        <Link to={counterPath({ member: card.MergedIntoMembershipNo })}>
          {t('memberships:counter.merged', { number: card.MergedIntoMembershipNo })}
        </Link>
      )}
      <Brought parts={memberNotes} MembershipNo={card.MembershipNo} />
    </Stack>
  )
}

/** The member stands at the counter: whoever may archive may also take it back. */
function Reactivate({ card: { CustomerId, FullName } }: { card: MemberCard }) {
  const t = useT()
  const { has } = useSession()
  const back = useCall(reactivateMember, {
    done: () => t('memberships:counter.reactivated', { name: personName(FullName) }),
    failed: 'customers:archive.backFailed',
  })
  if (!has('Archive Member')) return null
  return (
    <Button loading={back.isPending} onClick={() => back.mutate({ CustomerId })}>
      {t('customers:archive.reactivate')}
    </Button>
  )
}

/** What the member has; what is zero is not said. */
function Figures({ card }: { card: MemberCard }) {
  const t = useT()
  const { memberFigures } = useProvided()
  const { ExpiringNext: next } = card
  const also: ReactNode[] = [
    card.Pending > 0 && (
      <StripCell key="pending" label={t('kit:balance.pending')}>
        <PointsText points={card.Pending} />
      </StripCell>
    ),
    card.Arrears > 0 && (
      <StripCell key="owed" label={t('kit:balance.owed')}>
        <span className="carat-bad">
          <PointsText points={-card.Arrears} />
        </span>
      </StripCell>
    ),
  ]
  return (
    <dl className="carat-strip carat-strip-below">
      <StripCell label={t('kit:balance.available')} main>
        <PointsText points={spendable(card)} />
      </StripCell>
      {next && (
        <StripCell
          label={t('memberships:counter.expiringNext')}
          about={
            <span title={formatDate(next.Date)} className="carat-doubt">
              {t('memberships:counter.expiresOn', {
                date: shortDate(next.Date),
                near: inSentence(nearDate(next.Date)),
              })}
            </span>
          }
        >
          <PointsText points={next.Points} />
        </StripCell>
      )}
      {also}
      <Brought parts={memberFigures} MembershipNo={card.MembershipNo} />
    </dl>
  )
}

/** Who owes points has none to spend; the debt is told beside it. */
export const spendable = ({ Available }: Pick<MemberCard, 'Available'>) => Math.max(0, Available)
