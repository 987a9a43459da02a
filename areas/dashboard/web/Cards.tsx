import { keepPreviousData } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { membershipsPath } from '#areas/memberships/paths.ts'
import { formatPoints, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Muted, Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type Dashboard, getDashboard } from '../contract.ts'
import type { DashboardSelection } from './span.ts'
import { toWholePercents } from './whole-percents.ts'
import './dashboard.css'

const cards = ['TotalActiveMember', 'TotalNewMember', 'TotalSelfRegistered', 'TotalManualRegistered'] as const
type CardName = (typeof cards)[number]

/** The four key figures of the dashboard, each linked to the list with the counted members. */
export function KeyFigureCards({ selection }: { selection: DashboardSelection }) {
  const t = useT()
  const { OutletCode, ...dates } = selection
  const { data, error, refetch, isPlaceholderData } = useRead(
    getDashboard,
    { ...dates, ...(OutletCode && { OutletCode }) },
    { placeholderData: keepPreviousData },
  )
  if (error) {
    return (
      <Card flush>
        <ErrorState error={error} title={t('dashboard:cards.failed')} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <Columns
      as="ul"
      least={150}
      gap="m"
      className="dashboard-cards"
      aria-label={t('dashboard:cards.title')}
      aria-busy={!data || isPlaceholderData}
    >
      {cards.map((card) => (
        <li key={card}>
          <Figure card={card} data={data} />
        </li>
      ))}
    </Columns>
  )
}

function Figure({ card, data }: { card: CardName; data: Dashboard | undefined }) {
  const t = useT()
  const { has } = useSession()
  const content = (
    <>
      <span className="dashboard-card-name">{t(`dashboard:cards.${card}`)}</span>
      {data ? (
        <Row as="span" gap="s">
          <span className="dashboard-card-figure">{formatPoints(data[card])}</span>
          {registrationSources[card] && data.TotalNewMember > 0 && (
            <Muted>
              {t('dashboard:cards.share', {
                percent: toWholePercents([data[card], data.TotalNewMember - data[card]])[0]!,
              })}
            </Muted>
          )}
        </Row>
      ) : (
        <Skeleton.Node active className="dashboard-card-bone" />
      )}
      <Muted>{data ? t(aboutKeyOf(card, data), aboutParams(data)) : ' '}</Muted>
    </>
  )
  if (!data || !has(['Customer', 'Member Listing', 'Update Member Listing']))
    return <div className="carat-card dashboard-card">{content}</div>
  return (
    <Link className="carat-card dashboard-card" to={memberListPathOfCard(card, data)}>
      {content}
    </Link>
  )
}

/** Returns the last day on which new members are counted: the end of the period, or yesterday if that is earlier. */
const lastDay = ({ AsAt, DateTo }: Dashboard) => (DateTo < AsAt ? DateTo : AsAt)

/** Returns the text key for the period of a figure: both dates for a past period, otherwise "since". */
const aboutKeyOf = (card: CardName, { AsAt, DateTo }: Dashboard) =>
  card === 'TotalActiveMember'
    ? 'dashboard:cards.asAt'
    : DateTo < AsAt
      ? 'dashboard:cards.between'
      : 'dashboard:cards.since'

const aboutParams = (data: Dashboard) => ({
  date: formatShortDate(data.AsAt),
  from: formatShortDate(data.DateFrom),
  until: formatShortDate(lastDay(data)),
})

const registrationSources: Partial<Record<CardName, string>> = {
  TotalSelfRegistered: 'Self Registration Portal',
  TotalManualRegistered: 'CRM',
}

/** Returns the link from a figure to the list of its members, with the same filters. */
export function memberListPathOfCard(card: CardName, data: Dashboard) {
  return membershipsPath({
    RegisteredOutletCode: data.OutletCode,
    ...(card === 'TotalActiveMember'
      ? { MemberType: 'Premium Member', Status: 'Active', JoinDateTo: data.AsAt }
      : { JoinDateFrom: data.DateFrom, JoinDateTo: lastDay(data) }),
    RegistrationSource: registrationSources[card],
  })
}
