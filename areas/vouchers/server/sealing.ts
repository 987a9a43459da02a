import { createSealer, type EncryptionKeys } from '#kit/server/sealed.ts'

/** Returns functions that encrypt and decrypt the security codes of vouchers. */
export const createSecurityCodeSealer = (keys: EncryptionKeys) => createSealer(keys, 'carat voucher')
