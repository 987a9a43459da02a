/**
 * The areas in dependency order.
 * An area may import and call only earlier areas, and its SQL functions are applied after theirs.
 * Events notify later areas.
 */
export const layers = [
  ['organisation'],
  ['setup'],
  ['access'],
  ['media'],
  ['staff'],
  ['provisioning'],
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
  ['occasions', 'privacy', 'event-feed'],
  ['webhooks', 'workspace', 'reports'],
  ['dashboard'],
  ['reporting-views'],
]
