/**
 * The areas from the ground up. An area imports and calls only those before it, and its functions are applied to the database
 * after theirs; what the areas after it must know, it publishes as an event.
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
  ['referrals', 'expiry', 'levels', 'leads'],
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
