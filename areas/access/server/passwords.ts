import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'

// The library uses Argon2id by default.
const argonSettings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Limits how many passwords are hashed in parallel, because hashing is expensive and would delay all other calls. */
export const passwordHashingLimit = limitConcurrency(8)

export const hashPassword = (password: string) => hash(password, argonSettings)

export const verifyPassword = (passwordHash: string, password: string) => verify(passwordHash, password)

let dummyHash: Promise<string> | undefined

/** Takes as long as the comparison of a password, so that the response time does not reveal which user names exist. */
export async function compareWithDummyHash(password: string) {
  dummyHash ??= hashPassword('the password of no account')
  await verifyPassword(await dummyHash, password)
  return false
}
