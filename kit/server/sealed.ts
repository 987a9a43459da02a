import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import type { Services } from './ctx.ts'

// What must be readable again and lies in the database is sealed with a key that the database does not hold. Each sealed
// text names its key: after an exchange of keys the earlier one still opens it.

export type Keys = Pick<Services, 'secret' | 'earlierSecret'>
export type Sealed = { SecretSealed: Buffer; KeyId: string }

const IV_BYTES = 12
const TAG_BYTES = 16

/** A key of its own for each use, so that one is no help with another. */
export const keyFrom = (secret: Buffer, use: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  return { key, id: createHash('sha256').update(key).digest('base64url').slice(0, 12) }
}

/** Seals and opens texts for one use. Each is bound to its owner: moved to another row it does not open. */
export function sealing({ secret, earlierSecret }: Keys, use: string) {
  const present = keyFrom(secret, use)
  // Made ready once: with the bare bytes each text would cost four times as much.
  const sealingKey = createSecretKey(present.key)
  const known = () => [present, ...(earlierSecret ? [keyFrom(earlierSecret, use)] : [])]
  return {
    keyId: present.id,
    seal(owner: string, text: string): Sealed {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
      return { SecretSealed: Buffer.concat([sealed, cipher.getAuthTag()]), KeyId: present.id }
    },
    /** Undefined where the key that sealed it is gone. */
    open(owner: string, { SecretSealed, KeyId }: Sealed): string | undefined {
      const key = known().find(({ id }) => id === KeyId)?.key
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
