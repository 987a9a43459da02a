// What other areas may ask of memberships.

export { findBalance } from './balances.ts'
export { actionsPutOff } from './counter/put-off-action.ts'
export { readMembership } from './get-membership.ts'
export { holderOf, type LockedMembership, lockMembership } from './lock-membership.ts'
export { readPreparation } from './preparation.ts'
