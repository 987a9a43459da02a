import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'

// Argon2id is the default algorithm of the library.
const argonSettings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Limits parallel hashing, which is expensive by design and would otherwise starve all other calls. */
export const hashingLimit = limitConcurrency(8)

export const hashOfPassword = (password: string) => hash(password, argonSettings)

export const verifyPassword = (passwordHash: string, password: string) => verify(passwordHash, password)

let dummyHash: Promise<string> | undefined

/** Takes as long as a real comparison, so that the response time does not reveal which user names exist. */
export async function compareWithDummyHash(password: string) {
  dummyHash ??= hashOfPassword('the password of no account')
  await verifyPassword(await dummyHash, password)
  return false
}
