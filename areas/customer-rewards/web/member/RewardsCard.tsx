import { Link } from 'react-router'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { formatPoints, shortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Entries, Row, TwoLines } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { counterRoles } from '../../contract/roles.ts'
import { type CustomerReward, listCustomerRewards, listEligibleRewards } from '../../contract.ts'
import { claimRewardsPath, collectRewardsPath, redeemRewardsPath } from '../../paths.ts'

const VISIBLE_MAX = 20

/** What a member may collect, claim and redeem now, each with the way to do it. */
export function RewardsCard({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const may = has(counterRoles)
  const rows = useRead(
    listCustomerRewards,
    { Search: { MembershipNo, Status: 'Active' }, Rows: VISIBLE_MAX, SortOption: 'ValidityTo', SortDirection: 'ASC' },
    { enabled: may },
  ).data?.rows
  const mayRedeem = has('Redeem Rewards')
  const offered = useRead(listEligibleRewards, { MembershipNo, Rows: 1 }, { enabled: mayRedeem }).data
  const redeemable = offered?.rows[0]?.Obstacle === null ? offered.rows[0] : undefined
  if (!may || !rows || (rows.length === 0 && !redeemable)) return null
  return (
    <Card
      flush
      title={t('customer-rewards:card.title')}
      count={rows.length}
      extra={
        mayRedeem &&
        redeemable && <Link to={redeemRewardsPath({ member: MembershipNo })}>{t('customer-rewards:act.redeem')}</Link>
      }
    >
      <Entries>
        {rows.map((reward) => (
          <li key={reward.ReferenceCode}>
            <Row justify="spread" tight>
              <TwoLines second={<Terms reward={reward} />}>
                <strong>{reward.RewardName}</strong>
              </TwoLines>
              <HandOver reward={reward} />
            </Row>
          </li>
        ))}
        {redeemable && (
          <li>
            <TwoLines
              second={t('customer-rewards:card.from', {
                count: redeemable.PointDeduct,
                points: formatPoints(redeemable.PointDeduct),
              })}
            >
              {t('customer-rewards:card.canRedeem', { reward: redeemable.Name })}
            </TwoLines>
          </li>
        )}
      </Entries>
    </Card>
  )
}

/** Its code and last day; and before it is claimed the points that this will take, those that end first. */
function Terms({ reward: { ReferenceCode, ValidityTo, Points, PointsTakenYN } }: { reward: CustomerReward }) {
  const t = useT()
  const until = t('customer-rewards:card.until', { code: ReferenceCode, date: shortDate(ValidityTo) })
  if (Points === 0 || PointsTakenYN === 'Y') return until
  return (
    <>
      {t('customer-rewards:card.from', { count: Points, points: formatPoints(Points) })} · {until}
    </>
  )
}

/** The way to the screen that hands it over, for who may. */
export function HandOver({ reward: { Type, ReferenceCode, MembershipNo } }: { reward: CustomerReward }) {
  const t = useT()
  const { has } = useSession()
  const handed = { code: ReferenceCode, member: MembershipNo }
  if (isRedeemedKind(Type))
    return has('Collect Rewards') ? (
      <Link to={collectRewardsPath(handed)}>{t('customer-rewards:act.collect')}</Link>
    ) : null
  return has('Claim Rewards') ? <Link to={claimRewardsPath(handed)}>{t('customer-rewards:act.claim')}</Link> : null
}
