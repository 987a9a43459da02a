import { createSealer, type Keys } from '#kit/server/sealed.ts'

/** Encrypts and decrypts security codes. */
export const sealingOfCodes = (keys: Keys) => createSealer(keys, 'carat voucher')
