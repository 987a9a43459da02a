import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Creates the credential of a session with 256 random bits. Only its hash is stored. */
export const createSessionToken = () => randomBytes(32).toString('base64url')

const tokenShape = /^[\w-]{43}$/

export const hashSessionToken = (token: string) =>
  tokenShape.test(token) ? createHash('sha256').update(token).digest() : undefined

/** Creates the label of a session for logs and lists (specification 3): time and random characters. Not a credential. */
export const createSessionLabel = (now: Date) => `${now.getTime()}-${randomBytes(6).toString('base64url')}`

/** Creates the id of a challenge. Only the requester knows the id, and without it no code can be tried. */
export const createChallengeId = () => randomBytes(24).toString('base64url')

/** Returns the hash under which a challenge is stored, so that the database reveals neither the id nor the code's key. */
export const hashChallengeId = (challengeId: string) => createHash('sha256').update(challengeId).digest('base64url')

export const createOneTimeCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Hashes a code with the id of its challenge, because six digits could be guessed from a plain hash. */
export const hashOneTimeCode = (challengeId: string, code: string) =>
  createHmac('sha256', challengeId).update(`sign-in code ${code}`).digest()

export const areHashesEqual = (first: Buffer, second: Buffer) =>
  first.length === second.length && timingSafeEqual(first, second)
