import '../memberships.css'
import { Alert } from 'antd'
import { TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatRelativeDate, formatShortDate, lowerCaseRelativeDate } from '#kit/web/format.ts'
import { FigureStripCell } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { SlotParts } from '#kit/web/slots.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type MemberCard, memberCard } from '../../contract/counter.ts'
import { counterRoles } from '../../contract/roles.ts'
import { counterPath } from '../../paths.ts'
import { archivedActionsSlot, memberFiguresSlot, memberNotesSlot } from '../slots.ts'
import { NextActionCard } from './NextActCard.tsx'
import { useServerMessageFormatter } from './sentence.ts'

/** Shows warnings and figures below a member's name on any page. */
export const MemberCardSummary = ({ card }: { card: MemberCard }) => (
  <>
    <WarningList card={card} />
    <BalanceFigures card={card} />
  </>
)

type OfMember = { MembershipNo: string }

/** Shows the summary of a member by membership number, for pages that have not loaded the member card. */
export function MemberSummary({ MembershipNo }: OfMember) {
  const card = useCard(MembershipNo)
  return card ? <MemberCardSummary card={card} /> : null
}

/** Shows the warnings about a member, for pages that show the balances in cards. */
export function MemberWarnings({ MembershipNo }: OfMember) {
  const card = useCard(MembershipNo)
  return card ? <WarningList card={card} /> : null
}

export function SuggestedMemberAction({ MembershipNo }: OfMember) {
  const card = useCard(MembershipNo)
  return card ? <NextActionCard card={card} /> : null
}

function useCard(MembershipNo: string) {
  const { has } = useSession()
  return useRead(memberCard, { MembershipNo }, { enabled: has(counterRoles) }).data
}

/** Shows the warnings of the member card, and notes that areas contribute. */
function WarningList({ card }: { card: MemberCard }) {
  const t = useT()
  const sentence = useServerMessageFormatter()
  // The warning about an inactive customer is enough, because the customer's memberships are inactive too.
  const warnings = card.Warnings.filter(
    ({ Code }, _, all) =>
      Code !== 'customer_not_active' || !all.some((warning) => warning.Code === 'membership_not_active'),
  )
  return (
    <Stack gap="s" className="member-notes">
      {warnings.length > 0 && (
        <Alert
          type="warning"
          showIcon
          icon={<TriangleAlertIcon aria-hidden />}
          title={
            <ul>
              {warnings.map((warning) => (
                <li key={warning.Code}>
                  <bdi>{sentence(warning)}</bdi>
                </li>
              ))}
            </ul>
          }
          action={
            card.CustomerStatus === 'Archived' && (
              <SlotParts slot={archivedActionsSlot} props={{ CustomerId: card.CustomerId }} />
            )
          }
        />
      )}
      {card.MergedIntoMembershipNo && (
        <Link to={counterPath({ member: card.MergedIntoMembershipNo })}>
          {t('memberships:counter.merged', { number: card.MergedIntoMembershipNo })}
        </Link>
      )}
      <SlotParts slot={memberNotesSlot} props={{ MembershipNo: card.MembershipNo }} />
    </Stack>
  )
}

/** Shows the balances of the member. Balances of zero are left out. */
function BalanceFigures({ card }: { card: MemberCard }) {
  const t = useT()
  const { ExpiringNext: next } = card
  const also: ReactNode[] = [
    card.Pending > 0 && (
      <FigureStripCell key="pending" label={t('memberships:balance.pending')}>
        <PointsText points={card.Pending} />
      </FigureStripCell>
    ),
    card.Reserved > 0 && card.ReservedUntil && (
      <FigureStripCell
        key="reserved"
        label={t('memberships:balance.reserved')}
        about={
          <span title={formatDate(card.ReservedUntil)}>
            {t('memberships:balance.reservedUntil', { date: formatShortDate(card.ReservedUntil) })}
          </span>
        }
      >
        <PointsText points={card.Reserved} />
      </FigureStripCell>
    ),
    card.Arrears > 0 && (
      <FigureStripCell key="owed" label={t('memberships:balance.owed')}>
        <span className="carat-bad">
          <PointsText points={-card.Arrears} />
        </span>
      </FigureStripCell>
    ),
  ]
  return (
    <dl className="carat-strip carat-strip-below">
      <FigureStripCell label={t('memberships:balance.available')} main>
        <PointsText points={redeemablePointsOfCard(card)} />
      </FigureStripCell>
      {next && (
        <FigureStripCell
          label={t('memberships:counter.expiringNext')}
          about={
            <span title={formatDate(next.Date)} className={next.SoonYN === 'Y' ? 'carat-doubt' : undefined}>
              {t('memberships:counter.expiresOn', {
                date: formatShortDate(next.Date),
                near: lowerCaseRelativeDate(formatRelativeDate(next.Date)),
              })}
            </span>
          }
        >
          <PointsText points={next.Points} />
        </FigureStripCell>
      )}
      {also}
      <SlotParts slot={memberFiguresSlot} props={{ MembershipNo: card.MembershipNo }} />
    </dl>
  )
}

/** Shows the points that can be redeemed: 0 while the member has arrears, which are shown beside them. */
export const redeemablePointsOfCard = ({ Available }: Pick<MemberCard, 'Available'>) => Math.max(0, Available)
