// What other areas may ask of customers.

export { insertConsents } from './consents/insert-consents.ts'
export { readView, rowColumns, visibleMembership } from './customer-rows.ts'
export { customerConditions, literal, nameCondition } from './customer-search.ts'
export { archiveCustomer, reactivateCustomer } from './delete-customer.ts'
export * from './events.ts'
export { type LockedCustomer, lockCustomer, lockEditable } from './lock-customer.ts'
export { openCustomers } from './open-customers.ts'
export { browsedOutlet, lookedUp, requestedOutlet } from './outlet-scope.ts'
export { phoneOf, phonePrefixOf } from './phone.ts'
export { clearReferrer, setReferrer } from './referrer.ts'
export { ofCustomer } from './row-kinds.ts'
export { cancelUpgradeOf, completeUpgradeOf, prepareUpgradeOf } from './upgrade-pending.ts'
