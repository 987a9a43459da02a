import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Services } from '#kit/server/ctx.ts'
import { deriveKey } from '#kit/server/sealed.ts'

// A typed passcode has ten characters of Crockford's base32 alphabet (50 bits); a QR code's token has 128 bits.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

export const createPasscode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const formatPasscode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`
export const MASKED_PASSCODE = '•••••-•••••'

/** Normalises a typed passcode: reads O as 0, and I and L as 1; returns undefined for an invalid passcode. */
export function normalisePasscode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : undefined
}

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const hmac = (secret: Buffer, code: string) =>
  createHmac('sha256', deriveKey(secret, 'passcode').key).update(code).digest()

/** Hashes a passcode with a key that is not in the database; without it a thief could try all values of 50 bits. */
export const hashPasscode = ({ secret }: Keys, code: string) => hmac(secret, code)

/** Returns the hashes of a passcode with the current key and with the previous key. */
export const hashPasscodeWithAllSecrets = ({ secret, earlierSecret }: Keys, code: string) =>
  [secret, ...(earlierSecret ? [earlierSecret] : [])].map((key) => hmac(key, code))

export const createLinkToken = () => randomBytes(16).toString('base64url')

export const hashLinkToken = (token: string) => createHash('sha256').update(`passcode ${token}`).digest()
