import { createSealer, type Keys } from '#kit/server/sealed.ts'

/** Encrypts and decrypts security codes. */
export const codeSealer = (keys: Keys) => createSealer(keys, 'carat voucher')
