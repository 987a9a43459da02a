import { path } from '#kit/contract/path.ts'

/** The customers' own pages, where a passcode or its QR code leads. */
export const selfServicePath = path('/self-service')
/** Where staff make passcodes. */
export const selfServiceGeneratorPath = path('/registration/self-service')
