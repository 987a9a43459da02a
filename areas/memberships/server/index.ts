// The functions of memberships for other areas.

export { findBalance } from './balances.ts'
export { findPostponedActionNames } from './counter/put-off-action.ts'
export { readMembership } from './get-membership.ts'
export { findCustomerOfMembership, type LockedMembership, lockMembership } from './lock-membership.ts'
export { readUpgradePreparation } from './preparation.ts'
