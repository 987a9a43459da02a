import { Alert } from 'antd'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { getBalance } from '#areas/points/contract.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { TierName } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { MemberParts } from '#kit/web/provided.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { CustomerView } from '../../contract/customers.ts'
import { levelLink, upgradeLink } from '../links.ts'
import { mainMembership } from './editing.ts'

/** The cards of a customer with what is on them. */
export function MembershipCards({ customer }: { customer: CustomerView }) {
  const t = useT()
  const main = mainMembership(customer)
  return (
    <>
      {customer.UpgradePendingYN === 'Y' && main && (
        <Alert
          type="info"
          showIcon
          title={t('customers:view.upgradeWaits')}
          action={<Link to={upgradeLink(main.MembershipNo)}>{t('customers:view.openUpgrade')}</Link>}
        />
      )}
      {customer.Memberships.map((membership) => (
        <Fragment key={membership.MembershipNo}>
          <MembershipCard membership={membership} />
          <MemberParts MembershipNo={membership.MembershipNo} />
        </Fragment>
      ))}
    </>
  )
}

function MembershipCard({ membership }: { membership: CustomerView['Memberships'][number] }) {
  const t = useT()
  const labels = useLabels('customers')
  const { has } = useSession()
  const mayRead = has(['Customer', 'Customer Transaction', 'Member Point Statement', 'Point Adjustment'])
  const { data } = useRead(
    getBalance,
    { MembershipNo: membership.MembershipNo },
    { enabled: mayRead && membership.Status !== 'Deleted' && membership.Status !== 'Merged' },
  )
  const next = data?.Expiries[0]
  const owed = data?.Arrears ?? membership.Arrears
  return (
    <section
      className="carat-card membership"
      aria-label={membership.MembershipNo}
      style={{ '--tier': membership.Color ?? 'transparent' } as React.CSSProperties}
    >
      <div className="membership-head">
        <div>
          <strong>
            {membership.CardCategoryName ? (
              <TierName name={membership.CardCategoryName} color={membership.Color} />
            ) : (
              labels.value('MemberType', membership.MemberType)
            )}
          </strong>
          <div className="customer-quiet">
            {membership.CardGroupName} · <span className="carat-figure">{membership.MembershipNo}</span>
          </div>
        </div>
        <StatusTag area="customers" status={membership.Status} />
      </div>
      {membership.Status !== 'Merged' && (
        <dl className="membership-figures">
          <div>
            <dt>{t('customers:points.available')}</dt>
            <dd className="membership-points">
              <PointsText points={Math.max(0, data?.Available ?? membership.PointBalance)} />
            </dd>
          </div>
          <div>
            <dt>{t('customers:points.pending')}</dt>
            <dd>
              <PointsText points={data?.Pending ?? 0} />
            </dd>
          </div>
          <div className={owed > 0 ? 'membership-owed' : undefined}>
            <dt>{t('customers:points.owed')}</dt>
            <dd>
              <PointsText points={owed} />
            </dd>
          </div>
          <div>
            <dt>{t('customers:points.expiring')}</dt>
            <dd>
              {next ? (
                <>
                  <PointsText points={next.TotalPointToExpire} />{' '}
                  <small className="customer-quiet">{monthName(next.Year, next.Month)}</small>
                </>
              ) : (
                '–'
              )}
            </dd>
          </div>
        </dl>
      )}
      <div className="membership-foot">
        <span>{t('customers:points.since', { date: formatDate(membership.JoinDate) })}</span>
        {membership.CycleEnd && <span>{t('customers:points.cycle', { date: formatDate(membership.CycleEnd) })}</span>}
        {membership.CardCategoryCode && has('Customer') && (
          <Link to={levelLink(membership.MembershipNo)}>{t('customers:points.level')}</Link>
        )}
        {membership.MergedIntoMembershipNo && (
          <span>{t('customers:points.mergedInto', { number: membership.MergedIntoMembershipNo })}</span>
        )}
      </div>
    </section>
  )
}

const monthName = (year: number, month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 15),
  )
