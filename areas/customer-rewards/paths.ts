import { path } from '#kit/contract/path.ts'

export const redeemRewardsPath = path('/rewards/redeem-rewards', 'member', 'reward')
export const cancelRedeemRewardsPath = path('/rewards/cancel-redeem-rewards', 'code', 'member')
export const claimRewardsPath = path('/rewards/claim-rewards', 'code', 'member')
export const cancelClaimRewardsPath = path('/rewards/cancel-claim-rewards', 'code', 'member')
export const collectRewardsPath = path('/rewards/collect-rewards', 'code', 'member')
export const cancelCollectRewardsPath = path('/rewards/cancel-collect-rewards', 'code', 'member')
/** `members` are the comma-separated membership numbers to prefill; `type` is the reward type to preselect. */
export const issuePath = path('/rewards/issue-rewards', 'type', 'members')
export const rewardReviewsPath = path('/rewards/reward-reviews', 'show', 'id')
