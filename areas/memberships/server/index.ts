// What other areas may ask of memberships.

export { createMembership, type NewMembership } from './create-membership.ts'
export { holderOf, type LockedMembership, lockMembership } from './lock-membership.ts'
export {
  archiveMemberships,
  deleteMemberships,
  reactivateMemberships,
  restoreMemberships,
  setStatusOfMemberships,
} from './memberships-of-customer.ts'
