// What areas above may ask: who a visitor is, and how that was proved.

export { readOwn } from './profile/read-profile.ts'
export { provedByCode } from './visits/visits.ts'
export type { Wallets } from './wallet/wallets.ts'
