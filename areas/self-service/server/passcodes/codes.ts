import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Services } from '#kit/server/ctx.ts'
import { keyFrom } from '#kit/server/sealed.ts'

// Ten characters of Crockford's alphabet to type (50 bits), and 128 bits in the QR code.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

export const newPasscode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const inGroups = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`
export const MASKED = '•••••-•••••'

/** As it was meant: O is read as 0, I and L as 1. Undefined for what is no passcode. */
export function typedPasscode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : undefined
}

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const hmac = (secret: Buffer, code: string) =>
  createHmac('sha256', keyFrom(secret, 'passcode').key).update(code).digest()

/** Fifty bits can be tried one by one, so the hash is keyed by what the database does not hold. */
export const hashOfPasscode = ({ secret }: Keys, code: string) => hmac(secret, code)

/** Under the present key and the one before it. */
export const hashesOfPasscode = ({ secret, earlierSecret }: Keys, code: string) =>
  [secret, ...(earlierSecret ? [earlierSecret] : [])].map((key) => hmac(key, code))

export const newLinkToken = () => randomBytes(16).toString('base64url')

export const hashOfLinkToken = (token: string) => createHash('sha256').update(`passcode ${token}`).digest()
