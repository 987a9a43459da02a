// The roles are in a module of their own, so that the menu loads them without the endpoints.

/** The roles that view or hand over customer rewards. */
export const customerRewardRoles = [
  'Customer',
  'Rewards',
  'Redeem Rewards',
  'Claim Rewards',
  'Collect Rewards',
  'Cancel Redeem Rewards',
  'Cancel Claim Rewards',
  'Cancel Collect Rewards',
] as const
