import { definePath } from '#kit/contract/path.ts'

export const rewardsPath = definePath('/rewards/rewards')
export const rewardAddPath = definePath('/rewards/rewards/add')
export const rewardPath = definePath('/rewards/rewards/:RewardId', 'tab')
export const rewardEditPath = definePath('/rewards/rewards/:RewardId/edit')
export const rewardStockPath = definePath('/rewards/stock')
