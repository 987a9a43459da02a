// What other areas may ask of this one.

export { type AssignedVoucher, assignVoucher, extendVoucher, releaseVoucher } from './assign.ts'
export { checkSecurityCode, sealingOfCodes, securityCodeOf } from './codes.ts'
