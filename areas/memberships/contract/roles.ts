// The roles are in a file of their own, so that the menu can check them without loading the endpoints.

/** The roles of pages on which staff select members. */
export const memberReaderRoles = [
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

/** The roles of all pages at the counter. */
export const counterRoles = [
  ...memberReaderRoles,
  'Cancel Claim Rewards',
  'Cancel Redeem Rewards',
  'Cancel Collect Rewards',
  'Point Expiry',
  'Point Expiry Reward',
  'Feedback',
] as const
