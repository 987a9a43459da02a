// Apart from the calls, so that the menu need not fetch those to know who sees what.

/** Screens on which rewards of members are looked at or handed over. */
export const counterRoles = [
  'Customer',
  'Rewards',
  'Redeem Rewards',
  'Claim Rewards',
  'Collect Rewards',
  'Cancel Redeem Rewards',
  'Cancel Claim Rewards',
  'Cancel Collect Rewards',
] as const
