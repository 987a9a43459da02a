import { type Keys, sealing } from '#kit/server/sealed.ts'

/** Seals codes as they come in, and opens them. */
export const sealingOfCodes = (keys: Keys) => sealing(keys, 'carat voucher')
