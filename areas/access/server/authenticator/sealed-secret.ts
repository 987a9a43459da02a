import { createHmac } from 'node:crypto'
import { createSealer, deriveKey, type EncryptionKeys, type SealedSecret } from '#kit/server/sealed.ts'

// The server must read an authenticator's secret, so the secret is encrypted instead of hashed.

const USE = 'carat authenticator'

export const currentKeyId = (keys: EncryptionKeys) => createSealer(keys, USE).keyId

/** Encrypts the authenticator's secret for one owner, so that a copy in another account's row cannot be decrypted. */
export const sealAuthenticatorSecret = (keys: EncryptionKeys, userId: number, text: string) =>
  createSealer(keys, USE).seal(String(userId), text)

/** Returns undefined if the key of the encryption is lost. The user must then sign in another way. */
export const openAuthenticatorSecret = (keys: EncryptionKeys, userId: number, sealed: SealedSecret) =>
  createSealer(keys, USE).open(String(userId), sealed)

/** Returns the hashes of a recovery code under the current and the previous key. */
export const hashesOfRecoveryCode = ({ secret, earlierSecret }: EncryptionKeys, userId: number, code: string) =>
  [secret, ...(earlierSecret ? [earlierSecret] : [])].map((keySecret) =>
    createHmac('sha256', deriveKey(keySecret, USE).key).update(`recovery ${userId} ${code}`).digest(),
  )
