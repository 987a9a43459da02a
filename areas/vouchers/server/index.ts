// What other areas may ask of this one.

export { type AssignedVoucher, assignVoucher, extendVoucher, releaseVoucher } from './assign.ts'
export { checkSecurityCode, securityCodeOf } from './codes.ts'
export { sealingOfCodes } from './sealing.ts'
export { sealingManyCodes } from './sealing-many.ts'
