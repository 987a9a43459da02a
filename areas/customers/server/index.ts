// What other areas may ask of customers.

export { createCustomer, type Created, type NewCustomer } from './create-customer.ts'
export { readView } from './customer-rows.ts'
export { customerConditions, literal, nameCondition, plainMembershipNo, type CustomerFilters } from './customer-search.ts'
export { lockCustomer, lockEditable, type LockedCustomer } from './lock-customer.ts'
export { maskedEmail, maskedIdNo, maskedName, maskedPhone } from './masks.ts'
export { askedOutlet, browsedOutlet } from './outlet-scope.ts'
export { phoneOf, phonePrefixOf } from './phone.ts'
export { cancelUpgradeOf, completeUpgradeOf, prepareUpgradeOf } from './upgrade-pending.ts'
