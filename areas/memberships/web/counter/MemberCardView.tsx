import { Alert, Button, Tag } from 'antd'
import { GiftIcon, TriangleAlertIcon } from 'lucide-react'
import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { reactivateMember } from '#areas/data-quality/contract/archive.ts'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { Facts } from '#kit/web/Facts.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack, SummaryBar } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { TierBadge } from '#kit/web/Tier.tsx'
import { useCall } from '#kit/web/useCall.ts'
import type { MemberCard } from '../../contract/counter.ts'
import { counterPath } from '../../paths.ts'
import { NextSteps } from './NextSteps.tsx'
import { useSentence } from './sentence.ts'

/** The member as the counter needs to know them: who, which card, how many points, what now. */
export function MemberCardView({ card }: { card: MemberCard }) {
  const t = useT()
  useOpenRecord(card.FullName, customerPath({ CustomerId: card.CustomerId }))
  // The next steps name what is missing already, unless nothing can be done for this member.
  const asksNothing = !card.NextActions.some(({ Action }) => Action === 'Complete profile')
  return (
    <article
      className="carat-card carat-stripe carat-touch"
      aria-labelledby="member-name"
      style={{ '--stripe': card.Color ?? 'transparent' } as React.CSSProperties}
    >
      <Head card={card} />
      <Warnings card={card} />
      <Figures card={card} />
      <NextSteps card={card} />
      <div className="carat-card-body member-facts">
        <Facts
          items={[
            { label: t('memberships:fields.LastPurchase'), value: <LastPurchase card={card} />, wide: true },
            asksNothing &&
              card.MissingData.length > 0 && {
                label: t('memberships:fields.MissingData'),
                value: <Missing card={card} />,
                wide: true,
              },
            {
              label: t('memberships:fields.ContactNo'),
              value: card.ContactNo && <span dir="ltr">{card.ContactNo}</span>,
              copy: card.ContactNo,
            },
            { label: t('memberships:fields.Email'), value: card.Email, copy: card.Email },
            {
              label: t('memberships:fields.IdNo'),
              value: card.IdNo && <span className="carat-figure">{card.IdNo}</span>,
            },
            { label: t('memberships:fields.RegisteredOutletCode'), value: card.RegisteredOutletCode },
            { label: t('memberships:fields.JoinDate'), value: formatDate(card.JoinDate) },
            { label: t('memberships:fields.CycleEnd'), value: formatDate(card.CycleEnd) },
          ]}
        />
      </div>
    </article>
  )
}

function Head({ card }: { card: MemberCard }) {
  const t = useT()
  const labels = useLabels('memberships')
  return (
    <Row as="header" start justify="spread" gap="l" className="carat-card-body">
      <div>
        <h2 id="member-name" className="carat-record-name">
          {card.FullName}
        </h2>
        <Row>
          <span className="carat-figure">{card.MembershipNo}</span>
          <CopyButton value={card.MembershipNo} name={t('memberships:fields.MembershipNo')} />
          {card.PreferredName && <Muted>{t('memberships:counter.called', { name: card.PreferredName })}</Muted>}
        </Row>
        {card.MergedIntoMembershipNo && (
          <Link to={counterPath({ member: card.MergedIntoMembershipNo })}>
            {t('memberships:counter.merged', { number: card.MergedIntoMembershipNo })}
          </Link>
        )}
      </div>
      <Row gap="m">
        {card.BirthdayMonthYN === 'Y' && (
          <Tag icon={<GiftIcon aria-hidden />} style={{ margin: 0 }}>
            {t('memberships:counter.birthday')}
          </Tag>
        )}
        <span>
          {card.CardCategoryName ? (
            <TierBadge name={card.CardCategoryName} color={card.Color} />
          ) : (
            labels.value('MemberType', card.MemberType)
          )}
        </span>
        <StatusTag area="memberships" status={card.Status} />
      </Row>
    </Row>
  )
}

function Warnings({ card }: { card: MemberCard }) {
  const sentence = useSentence()
  if (card.Warnings.length === 0) return null
  return (
    <div className="carat-card-body">
      <Alert
        type="warning"
        showIcon
        icon={<TriangleAlertIcon aria-hidden />}
        title={
          <Stack gap="none" as="ul">
            {card.Warnings.map((warning) => (
              <li key={warning.Code}>
                <bdi>{sentence(warning)}</bdi>
              </li>
            ))}
          </Stack>
        }
        action={card.CustomerStatus === 'Archived' && <Reactivate card={card} />}
      />
    </div>
  )
}

/** The member stands at the counter: whoever may archive may also take it back. */
function Reactivate({ card: { CustomerId, FullName } }: { card: MemberCard }) {
  const t = useT()
  const { has } = useSession()
  const back = useCall(reactivateMember, {
    done: () => t('memberships:counter.reactivated', { name: FullName }),
    failed: 'customers:archive.backFailed',
  })
  if (!has('Archive Member')) return null
  return (
    <Button loading={back.isPending} onClick={() => back.mutate({ CustomerId })}>
      {t('customers:archive.reactivate')}
    </Button>
  )
}

const VISIBLE_EXPIRIES = 3

function Figures({ card }: { card: MemberCard }) {
  const t = useT()
  return (
    <SummaryBar
      band
      items={[
        { label: t('kit:balance.available'), value: <PointsText points={spendable(card)} />, main: true },
        { label: t('kit:balance.pending'), value: <PointsText points={card.Pending} /> },
        {
          label: t('kit:balance.owed'),
          value: <PointsText points={card.Arrears} />,
          bad: card.Arrears > 0,
        },
        {
          label: t('kit:balance.expiring'),
          value:
            card.ExpirySchedule.length === 0 ? (
              <Muted>{t('memberships:counter.noExpiry')}</Muted>
            ) : (
              card.ExpirySchedule.slice(0, VISIBLE_EXPIRIES).map(({ Year, Month, Points }) => (
                <Muted as="div" key={`${Year}-${Month}`}>
                  <PointsText points={Points} /> {monthName(Year, Month)}
                </Muted>
              ))
            ),
        },
      ]}
    />
  )
}

const monthName = (year: number, month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 15),
  )

function LastPurchase({ card }: { card: MemberCard }) {
  const t = useT()
  const last = card.LastPurchase
  if (!last) return <Muted>{t('kit:member.noPurchase')}</Muted>
  return (
    <Row gap="m" as="span">
      <span>{formatDate(last.BusinessDate)}</span>
      <span>{last.OutletCode}</span>
      <span>{last.InvoiceNo}</span>
      <MoneyText amount={last.NetAmount} currency />
      <bdi>
        {t('memberships:counter.earned', {
          count: last.EarnedPoints,
          points: formatPoints(last.EarnedPoints),
        })}
      </bdi>
    </Row>
  )
}

function Missing({ card }: { card: MemberCard }) {
  const labels = useLabels('memberships')
  return (
    <Row as="span">
      {card.MissingData.map((field) => (
        <Tag key={field} color="warning" style={{ margin: 0 }}>
          {labels.value('MissingData', field)}
        </Tag>
      ))}
    </Row>
  )
}

/** Who owes points has none to spend; the debt is told beside it. */
export const spendable = ({ Available }: Pick<MemberCard, 'Available'>) => Math.max(0, Available)
