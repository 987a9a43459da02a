import { event, sqlEvent } from '#kit/server/events.ts'

// What happens to what members hold, inside the transaction that did it.

/** Which one it was, whose it is, and what it was worth. */
export type RewardMoved = {
  ReferenceCode: string
  RewardId: number
  CustomerId: number
  MembershipNo: string
  Type: string
  Points: number
  VoucherNo: string | null
  InvoiceNo: string | null
}

export const customerRewardRedeemed = event<RewardMoved>(
  'customerRewardRedeemed',
  'A member was given a reward: redeemed for points, or issued',
)
export const customerRewardClaimed = event<RewardMoved>('customerRewardClaimed', 'A reward was claimed')
export const customerRewardCollected = event<RewardMoved>('customerRewardCollected', 'A Premium Gift was collected')
export const customerRewardCancelled = event<RewardMoved & { Act: 'claim' | 'collect' | 'redeem' }>(
  'customerRewardCancelled',
  'A claim, a collection or a redemption was taken back',
)
/** By night, one for each. */
export const customerRewardExpired = sqlEvent(
  'customer_reward_expired',
  'What a member held has ended, its points are back',
  { name: 'held', type: 'customer_reward' },
)
/** At an upgrade, an approval, by night: whatever gave it. */
export const customerRewardGiven = sqlEvent(
  'customer_reward_given',
  'The company gave a member a reward by itself: as a new premium member, for a birthday, for a friend',
  { name: 'held', type: 'customer_reward' },
)
