// What other areas may ask of customers.

export { clearReferrer, lastDayToName } from './accept-referrer.ts'
export { amendmentsWaiting } from './amendments/list-amendments.ts'
export { archiveCustomer, reactivateCustomer } from './archive-customer.ts'
export { type Created, createCustomer, type NewCustomer } from './create-customer.ts'
export { readView, rowColumns, shownMembership } from './customer-rows.ts'
export { type CustomerFilters, customerConditions, literal, nameCondition } from './customer-search.ts'
export { type LockedCustomer, lockCustomer, lockEditable } from './lock-customer.ts'
export { maskedEmail, maskedIdNo, maskedName, maskedPhone } from './masks.ts'
export { askedOutlet, browsedOutlet, refuseForeign } from './outlet-scope.ts'
export { phoneOf, phonePrefixOf } from './phone.ts'
export { cancelUpgradeOf, completeUpgradeOf, prepareUpgradeOf } from './upgrade-pending.ts'
