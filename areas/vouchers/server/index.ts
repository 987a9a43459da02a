// Functions of the area `vouchers` for other areas.

export { type AssignedVoucher, assignVoucher, extendVoucher, markVoucherUsed, releaseVoucher } from './assign.ts'
export { checkSecurityCode, readSecurityCode } from './codes.ts'
export { createSecurityCodeSealer } from './sealing.ts'
export { startSecurityCodeEncryption } from './sealing-many.ts'
