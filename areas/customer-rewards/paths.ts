import { definePath } from '#kit/contract/path.ts'

export const redeemRewardsPath = definePath('/rewards/redeem-rewards', 'member', 'reward')
export const cancelRedeemRewardsPath = definePath('/rewards/cancel-redeem-rewards', 'code', 'member')
export const claimRewardsPath = definePath('/rewards/claim-rewards', 'code', 'member')
export const cancelClaimRewardsPath = definePath('/rewards/cancel-claim-rewards', 'code', 'member')
export const collectRewardsPath = definePath('/rewards/collect-rewards', 'code', 'member')
export const cancelCollectRewardsPath = definePath('/rewards/cancel-collect-rewards', 'code', 'member')
/** `members` are the comma-separated membership numbers in the form; `type` is the selected reward type. */
export const issuePath = definePath('/rewards/issue-rewards', 'type', 'members')
export const rewardReviewsPath = definePath('/rewards/reward-reviews', 'show', 'id')
