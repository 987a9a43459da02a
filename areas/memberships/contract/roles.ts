// Apart from the calls, so that the menu need not fetch those to know who sees what.

/** Screens on which members are chosen. */
export const readers = [
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
] as const

/** Every screen of the counter. */
export const counterRoles = [
  ...readers,
  'Cancel Claim Rewards',
  'Cancel Redeem Rewards',
  'Cancel Collect Rewards',
  'Point Expiry',
  'Point Expiry Reward',
  'Feedback',
] as const
