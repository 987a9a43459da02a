import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type EncryptionKeys } from './sealed.ts'

// Signs texts that callers keep, such as links. A signature of the previous key stays valid after a rotation.

const MAC_BYTES = 15
/** The length of a signature in base64url. */
export const SIGNATURE_LENGTH = 20

const mac = (secret: Buffer, use: string, payload: string) =>
  createHmac('sha256', deriveKey(secret, use).key).update(payload).digest().subarray(0, MAC_BYTES)

/** Signs a text for one purpose with the current key. */
export const createSignature = ({ secret }: Pick<EncryptionKeys, 'secret'>, use: string, payload: string): string =>
  mac(secret, use, payload).toString('base64url')

/** Returns whether the current key or the previous key made the signature for this purpose. */
export function isSignatureValid(
  { secret, earlierSecret }: EncryptionKeys,
  use: string,
  payload: string,
  signature: string,
): boolean {
  const signed = Buffer.from(signature, 'base64url')
  if (signed.length !== MAC_BYTES) return false
  return [secret, ...(earlierSecret ? [earlierSecret] : [])].some((key) =>
    timingSafeEqual(mac(key, use, payload), signed),
  )
}
