import { defineEvent, defineSqlEvent } from '#kit/server/events.ts'

// The events of customer rewards are published in the transaction that changes the reward.

/** The data of every customer reward event: the customer reward after the change. */
export type CustomerRewardEvent = {
  ReferenceCode: string
  RewardId: number
  CustomerId: number
  MembershipNo: string
  Type: string
  Points: number
  VoucherNo: string | null
  InvoiceNo: string | null
}

export const customerRewardRedeemed = defineEvent<CustomerRewardEvent>(
  'customerRewardRedeemed',
  'A member received a reward: redeemed for points, or issued without',
)
export const customerRewardClaimed = defineEvent<CustomerRewardEvent>('customerRewardClaimed', 'A reward was claimed')
export const customerRewardCollected = defineEvent<CustomerRewardEvent>(
  'customerRewardCollected',
  'A Premium Gift was collected',
)
export const customerRewardCancelled = defineEvent<CustomerRewardEvent & { Act: 'claim' | 'collect' | 'redeem' }>(
  'customerRewardCancelled',
  'A claim, a collection or a redemption was cancelled',
)
/** The nightly batch publishes this event for each expired customer reward. */
export const customerRewardExpired = defineSqlEvent(
  'customer_reward_expired',
  'A customer reward expired; its points are refunded if the settings say so',
  { name: 'held_reward', type: 'customer_reward' },
)
/** This event is published for each automatic reward: after an upgrade or approval, or in the nightly batch. */
export const customerRewardGiven = defineSqlEvent(
  'customer_reward_given',
  'A member received an automatic reward: for becoming a Premium member, for a birthday, or for a referral',
  { name: 'held_reward', type: 'customer_reward' },
)
