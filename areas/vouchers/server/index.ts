// API of this area for other areas.

export { type AssignedVoucher, assignVoucher, extendVoucher, releaseVoucher, useVoucher } from './assign.ts'
export { checkSecurityCode, readSecurityCode } from './codes.ts'
export { sealingOfCodes } from './sealing.ts'
export { sealingManyCodes } from './sealing-many.ts'
