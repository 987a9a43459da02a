// The functions that other areas use: the signed-in customer, and how they proved their identity.

export { readOwnCustomer } from './profile/read-profile.ts'
export { isProvedByCode } from './sessions/customer-sessions.ts'
export type { Wallets } from './wallet/wallets.ts'
