// A separate module, so that the menu loads the roles without the endpoints.

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
