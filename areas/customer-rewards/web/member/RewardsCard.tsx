import { Link } from 'react-router'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { formatPoints, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Row, TwoLineText } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { customerRewardRoles } from '../../contract/roles.ts'
import { type CustomerReward, listCustomerRewards, listEligibleRewards } from '../../contract.ts'
import { claimRewardsPath, collectRewardsPath, redeemRewardsPath } from '../../paths.ts'
import { formatRewardPrice } from '../price.ts'
import { RewardPicture } from '../RewardPicture.tsx'

const VISIBLE_MAX = 20
const REDEEMABLE_MAX = 3

/** Card with the rewards that a member can collect, claim or redeem now, each with a link to the page. */
export function MemberRewardsCard({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const canView = has(customerRewardRoles)
  const rows = useRead(
    listCustomerRewards,
    { Search: { MembershipNo, Status: 'Active' }, Rows: VISIBLE_MAX, SortOption: 'ValidityTo', SortDirection: 'ASC' },
    { enabled: canView },
  ).data?.rows
  const canRedeem = has('Redeem Rewards')
  const eligible = useRead(listEligibleRewards, { MembershipNo, Rows: REDEEMABLE_MAX }, { enabled: canRedeem }).data
  const redeemable = eligible?.rows.filter(({ Obstacle }) => Obstacle === null) ?? []
  if (!canView || !rows || rows.length + redeemable.length === 0) return null
  return (
    <Card
      flush
      title={t('customer-rewards:card.title')}
      count={rows.length}
      extra={
        redeemable.length > 0 && (
          <Link to={redeemRewardsPath({ member: MembershipNo })}>{t('customer-rewards:card.all')}</Link>
        )
      }
    >
      <EntryList>
        {rows.map((reward) => (
          <ListEntry key={reward.ReferenceCode} side={<RewardHandOverLink reward={reward} />}>
            <TwoLineText second={<Terms reward={reward} />}>
              <strong>{reward.RewardName}</strong>
            </TwoLineText>
          </ListEntry>
        ))}
        {redeemable.map((reward) => (
          <ListEntry
            key={reward.RewardId}
            side={
              <Link
                to={redeemRewardsPath({ member: MembershipNo, reward: reward.RewardId })}
                aria-label={t('customer-rewards:card.redeem', { reward: reward.Name })}
              >
                {t('customer-rewards:act.redeem')}
              </Link>
            }
          >
            <Row tight gap="m">
              <RewardPicture url={reward.ImageUrl} />
              <TwoLineText second={formatRewardPrice(t, reward, eligible!.Available)}>
                <strong>{reward.Name}</strong>
              </TwoLineText>
            </Row>
          </ListEntry>
        ))}
      </EntryList>
    </Card>
  )
}

/** Shows code and last day of a reward, and the points that its claim will deduct. */
function Terms({ reward: { ReferenceCode, ValidityTo, Points, PointsTakenYN } }: { reward: CustomerReward }) {
  const t = useT()
  const until = t('customer-rewards:card.until', { code: ReferenceCode, date: formatShortDate(ValidityTo) })
  if (Points === 0 || PointsTakenYN === 'Y') return until
  return (
    <>
      {t('customer-rewards:card.from', { count: Points, points: formatPoints(Points) })} · {until}
    </>
  )
}

/** Links to the page that hands the reward over, if the user has the role. */
export function RewardHandOverLink({ reward: { Type, ReferenceCode, MembershipNo } }: { reward: CustomerReward }) {
  const t = useT()
  const { has } = useSession()
  const params = { code: ReferenceCode, member: MembershipNo }
  if (isRedeemedKind(Type))
    return has('Collect Rewards') ? (
      <Link to={collectRewardsPath(params)}>{t('customer-rewards:act.collect')}</Link>
    ) : null
  return has('Claim Rewards') ? <Link to={claimRewardsPath(params)}>{t('customer-rewards:act.claim')}</Link> : null
}
