import { createSealer, type Keys } from '#kit/server/sealed.ts'

/** Encrypts and decrypts security codes of vouchers. */
export const codeSealer = (keys: Keys) => createSealer(keys, 'carat voucher')
