import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Services } from '#kit/server/ctx.ts'

// What an authenticator shares with us must be readable, so it is sealed with a key that the database does not hold.
// Each sealed secret names its key: after an exchange of keys the earlier one still opens it.

type Keys = Pick<Services, 'secret' | 'earlierSecret'>

const IV_BYTES = 12
const TAG_BYTES = 16

const keyFrom = (secret: Buffer) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'carat authenticator', 32))
  return { key, id: createHash('sha256').update(key).digest('base64url').slice(0, 12) }
}

export const presentKeyId = ({ secret }: Keys) => keyFrom(secret).id

/** Bound to its owner: moved to another account's row it does not open. */
export function seal(keys: Keys, userId: number, text: string) {
  const { key, id } = keyFrom(keys.secret)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(String(userId)))
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
  return { SecretSealed: Buffer.concat([sealed, cipher.getAuthTag()]), KeyId: id }
}

/** Undefined where the key that sealed it is gone: then only another way of signing in is left. */
export function open(keys: Keys, userId: number, { SecretSealed, KeyId }: { SecretSealed: Buffer; KeyId: string }) {
  const known = [keys.secret, ...(keys.earlierSecret ? [keys.earlierSecret] : [])].map(keyFrom)
  const key = known.find(({ id }) => id === KeyId)?.key
  if (!key) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, SecretSealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(String(userId)))
    .setAuthTag(SecretSealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(SecretSealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}

/** What a recovery code may be stored as: under the present key, and under the one before. */
export const hashesOfRecoveryCode = ({ secret, earlierSecret }: Keys, userId: number, code: string) =>
  [secret, ...(earlierSecret ? [earlierSecret] : [])].map((one) =>
    createHmac('sha256', keyFrom(one).key).update(`recovery ${userId} ${code}`).digest(),
  )
