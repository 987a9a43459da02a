/**
 * The areas from the ground up. Their functions are applied to the database in this order, and one layer may build on those
 * before it.
 */
export const layers = [
  ['setup', 'access', 'staff', 'media', 'audit'],
  ['customers'],
  ['memberships'],
  ['upkeep'],
  ['points'],
  ['sales'],
  ['levels', 'referrals', 'expiry'],
  ['approvals', 'imports', 'exports', 'merges', 'views'],
  ['dashboard', 'workspace'],
]
