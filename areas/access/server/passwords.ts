import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'

// Argon2id, the library's own choice of algorithm.
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing costs memory and processor on purpose; more than this at once would starve every other call. */
export const hashingLimit = limitConcurrency(8)

export const hashOfPassword = (password: string) => hash(password, settings)

export const isPassword = (passwordHash: string, password: string) => verify(passwordHash, password)

let someHash: Promise<string> | undefined

/** Takes as long as a real comparison, so that the answer's time does not tell which user names exist. */
export async function comparedToNobody(password: string) {
  someHash ??= hashOfPassword('nobody has this password')
  await isPassword(await someHash, password)
  return false
}
