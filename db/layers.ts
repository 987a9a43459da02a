/**
 * The areas in dependency order. An area imports and calls only earlier ones, and its SQL functions are applied after theirs. Later
 * areas are notified by events.
 */
export const layers = [
  ['organisation'],
  ['setup'],
  ['access'],
  ['media'],
  ['staff'],
  ['approvals', 'audit', 'exports', 'views'],
  ['custom-fields', 'tiers'],
  ['rewards'],
  ['customers'],
  ['memberships'],
  ['household'],
  ['activities'],
  ['points', 'vouchers'],
  ['sales'],
  ['customer-rewards'],
  ['referrals', 'expiry', 'levels', 'leads', 'tills'],
  ['data-quality'],
  ['messages'],
  ['tasks'],
  ['campaigns', 'feedback'],
  ['people'],
  ['self-service'],
  ['imports', 'merges', 'retention'],
  ['segments'],
  ['watch'],
  ['occasions', 'privacy'],
  ['workspace', 'reports'],
  ['dashboard'],
]
