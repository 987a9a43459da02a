import type { Role } from '#kit/web/vocabulary.ts'

/**
 * Who may open the counter: whoever may make its calls. Repeated here, because the list of screens is part of the
 * first load and the contract with its schemas is not; a test holds the two together.
 */
export const counterRoles: readonly Role[] = [
  'Customer',
  'Member Listing',
  'Update Member Listing',
  'Archive Member',
  'Referrer Listing',
  'Member Point Statement',
  'Claim Rewards',
  'Redeem Rewards',
  'Collect Rewards',
  'Customer Transaction',
  'Campaign Target List',
  'Campaign',
  'Point Adjustment',
  'Member Category Approval',
  'Profile Amendment Review',
  'Cancel Claim Rewards',
  'Cancel Redeem Rewards',
  'Cancel Collect Rewards',
  'Point Expiry',
  'Point Expiry Reward',
  'Feedback',
]
