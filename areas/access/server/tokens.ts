import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** The credential of a session: 256 random bits. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

const tokenShape = /^[\w-]{43}$/

export const hashOfToken = (token: string) =>
  tokenShape.test(token) ? createHash('sha256').update(token).digest() : undefined

/** What names a session in logs and lists (specification 3): the moment and a random word. It opens nothing. */
export const newLabel = (now: Date) => `${now.getTime()}-${randomBytes(6).toString('base64url')}`

/** What names a one-time code to the one who asked for it; nobody else can try it. */
export const newChallengeId = () => randomBytes(24).toString('base64url')

/** As which a challenge is stored. The database alone does not tell its name, and so not the key of its code either. */
export const keyOfChallenge = (challengeId: string) => createHash('sha256').update(challengeId).digest('base64url')

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Six digits alone would be guessed from any hash, so it is keyed by what only the requester has. */
export const hashOfCode = (challengeId: string, code: string) =>
  createHmac('sha256', challengeId).update(`sign-in code ${code}`).digest()

export const sameHash = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
