// What other areas may ask of memberships.

export { memberCard } from './counter/member-card.ts'
export { holderOf, type LockedMembership, lockMembership } from './lock-membership.ts'
export {
  archiveMemberships,
  reactivateMemberships,
} from './memberships-of-customer.ts'
export { readPreparation } from './upgrade/preparation.ts'
export { basisOfInvoice, refuseUpgradeOf } from './upgrade/prepare-upgrade.ts'
