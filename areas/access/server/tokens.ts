import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** The credential of a session: 256 random bits. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

const tokenShape = /^[\w-]{43}$/

export const hashOfToken = (token: string) =>
  tokenShape.test(token) ? createHash('sha256').update(token).digest() : undefined

/** Names a session in logs and lists (specification 3): time and a random word. Not a credential. */
export const newLabel = (now: Date) => `${now.getTime()}-${randomBytes(6).toString('base64url')}`

/** Names a one-time code to its requester; without it the code cannot be tried. */
export const newChallengeId = () => randomBytes(24).toString('base64url')

/** The hash under which a challenge is stored: the database reveals neither its id nor the key of its code. */
export const keyOfChallenge = (challengeId: string) => createHash('sha256').update(challengeId).digest('base64url')

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Six digits can be guessed from a plain hash, so the hash is keyed with the challenge id that only the requester has. */
export const hashOfCode = (challengeId: string, code: string) =>
  createHmac('sha256', challengeId).update(`sign-in code ${code}`).digest()

export const sameHash = (first: Buffer, second: Buffer) =>
  first.length === second.length && timingSafeEqual(first, second)
