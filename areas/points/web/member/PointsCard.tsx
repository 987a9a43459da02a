import { Link } from 'react-router'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { counterRoles } from '#areas/memberships/contract/roles.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, SumList } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { pointViewerRoles } from '../../contract/roles.ts'
import { pointExplanationPath } from '../../paths.ts'
import '../points.css'

/** Shows the points that the member can spend and the points that expire first. Omits zeros. */
export function PointsCard({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const { data } = useRead(memberCard, { MembershipNo }, { enabled: has(counterRoles) })
  if (!data) return null
  const { Available, ExpiringNext: next, Pending, Reserved, ReservedUntil, Arrears } = data
  return (
    <Card title={t('points:card.title')}>
      <Row justify="spread">
        <span className="carat-card-figure">
          <PointsText points={Math.max(0, Available)} />
          <span className="carat-unseen"> {t('memberships:balance.available')}</span>
        </span>
        {has(pointViewerRoles) && (
          <Link to={pointExplanationPath({ MembershipNo })}>{t('customers:member.explainPoints')}</Link>
        )}
      </Row>
      {(next || Pending > 0 || Reserved > 0 || Arrears > 0) && (
        <div className="carat-known-sums">
          <SumList
            items={[
              next && {
                label: (
                  <span title={formatDate(next.Date)}>
                    {t('points:card.expiring', { date: formatShortDate(next.Date) })}
                  </span>
                ),
                value: (
                  <strong className={next.SoonYN === 'Y' ? 'carat-doubt' : undefined}>
                    <PointsText points={next.Points} />
                  </strong>
                ),
              },
              Pending > 0 && { label: t('memberships:balance.pending'), value: <PointsText points={Pending} /> },
              Reserved > 0 &&
                ReservedUntil && {
                  label: (
                    <span title={formatDate(ReservedUntil)}>
                      {t('memberships:balance.reserved')},{' '}
                      {t('memberships:balance.reservedUntil', { date: formatShortDate(ReservedUntil) })}
                    </span>
                  ),
                  value: <PointsText points={Reserved} />,
                },
              Arrears > 0 && {
                label: t('memberships:balance.owed'),
                value: (
                  <strong className="carat-bad">
                    <PointsText points={-Arrears} />
                  </strong>
                ),
              },
            ]}
          />
        </div>
      )}
    </Card>
  )
}
