import { createSealer, type EncryptionKeys } from '#kit/server/sealed.ts'

/** Returns functions that encrypt and decrypt the security codes of vouchers. */
export const codeSealer = (keys: EncryptionKeys) => createSealer(keys, 'carat voucher')
