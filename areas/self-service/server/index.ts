// Functions that other areas use about the signed-in customer and the proof of the customer's identity.

export { readOwnCustomer } from './profile/read-profile.ts'
export { isSessionProvedByCode } from './sessions/customer-sessions.ts'
export type { WalletConfiguration } from './wallet/wallets.ts'
