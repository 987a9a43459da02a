import { path } from '#kit/contract/path.ts'

export const rewardsPath = path('/rewards/rewards')
export const rewardAddPath = path('/rewards/rewards/add')
export const rewardPath = path('/rewards/rewards/:RewardId', 'tab')
export const rewardEditPath = path('/rewards/rewards/:RewardId/edit')
export const rewardStockPath = path('/rewards/stock')
