import { createSealer, type EncryptionKeys } from '#kit/server/sealed.ts'

/** Encrypts and decrypts security codes of vouchers. */
export const codeSealer = (keys: EncryptionKeys) => createSealer(keys, 'carat voucher')
