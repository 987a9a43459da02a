import { path } from '#kit/contract/path.ts'

export const redeemRewardsPath = path('/rewards/redeem-rewards', 'member')
export const cancelRedeemRewardsPath = path('/rewards/cancel-redeem-rewards', 'code', 'member')
export const claimRewardsPath = path('/rewards/claim-rewards', 'code', 'member')
export const cancelClaimRewardsPath = path('/rewards/cancel-claim-rewards', 'code', 'member')
export const collectRewardsPath = path('/rewards/collect-rewards', 'code', 'member')
export const cancelCollectRewardsPath = path('/rewards/cancel-collect-rewards', 'code', 'member')
/** It may begin with members who were found elsewhere, by comma, and the type of reward that is meant. */
export const issuePath = path('/rewards/issue-rewards', 'type', 'members')
export const rewardReviewsPath = path('/rewards/reward-reviews', 'show', 'id')
