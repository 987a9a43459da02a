import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import type { Services } from './ctx.ts'

// Encrypts secrets in the database with a key outside the database.
// Each encrypted text stores the id of its key, so that the previous key can still decrypt the text after a rotation.

export type EncryptionKeys = Pick<Services, 'secret' | 'earlierSecret'>
export type SealedSecret = { SecretSealed: Buffer; KeyId: string }

const IV_BYTES = 12
const TAG_BYTES = 16

/** Derives a separate key for each purpose. */
export const deriveKey = (secret: Buffer, use: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  return { key, id: createHash('sha256').update(key).digest('base64url').slice(0, 12) }
}

/** Encrypts and decrypts texts for one purpose. A text is bound to its owner and cannot move to another row. */
export function createSealer({ secret, earlierSecret }: EncryptionKeys, use: string) {
  const currentKey = deriveKey(secret, use)
  // Creates the object of the encryption key once, because raw bytes would make each encryption four times as slow.
  const sealingKey = createSecretKey(currentKey.key)
  const allKeys = () => [currentKey, ...(earlierSecret ? [deriveKey(earlierSecret, use)] : [])]
  return {
    keyId: currentKey.id,
    seal(owner: string, text: string): SealedSecret {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
      return { SecretSealed: Buffer.concat([sealed, cipher.getAuthTag()]), KeyId: currentKey.id }
    },
    /** Decrypts a text; undefined if the key that encrypted the text is not available any more. */
    open(owner: string, { SecretSealed, KeyId }: SealedSecret): string | undefined {
      const key = allKeys().find(({ id }) => id === KeyId)?.key
      if (!key) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, SecretSealed.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(SecretSealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(SecretSealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}
