import { formatPoints } from '#kit/web/format.ts'
import type { TranslateFunction } from '#kit/web/i18n.ts'
import type { EligibleReward } from '../contract.ts'

/** Returns the points that a reward costs the member today: in the birthday month the birthday price. */
export const rewardPointPrice = ({ BirthdayYN, BirthdayPointDeduct, PointDeduct }: EligibleReward): number =>
  BirthdayYN === 'Y' ? (BirthdayPointDeduct ?? PointDeduct) : PointDeduct

/** Returns a text with price and remaining balance of a reward, for example "500 points, leaves 836". */
export const formatRewardPrice = (t: TranslateFunction, reward: EligibleReward, available: number): string =>
  t('customer-rewards:card.price', {
    count: rewardPointPrice(reward),
    points: formatPoints(rewardPointPrice(reward)),
    left: formatPoints(available - rewardPointPrice(reward)),
  })
