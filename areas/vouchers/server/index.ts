// Functions of the area `vouchers` for other areas.

export { type AssignedVoucher, assignVoucher, extendVoucher, releaseVoucher, useVoucher } from './assign.ts'
export { checkSecurityCode, readSecurityCode } from './codes.ts'
export { codeSealer } from './sealing.ts'
export { startCodeEncryption } from './sealing-many.ts'
