import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sameHash } from '../tokens.ts'

// Derives all values of one round trip from a secret that only the browser's cookie contains.
// The database and the URL of the redirect do not reveal this secret.

export const ROUND_TRIP_SECONDS = 5 * 60

/** `in` is a sign-in, `link` links the signed-in user's account. The state contains this value for the pages. */
export type Errand = 'in' | 'link'

export const newSecret = () => randomBytes(32).toString('base64url')

/** With https the name has the prefix `__Host-`, for which browsers require Secure, Path=/ and no Domain. */
export const secretCookieName = (publicUrl: string | null) =>
  publicUrl?.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

const derive = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url')

export const stateOf = (secret: string, errand: Errand) => `${errand}.${derive(secret, `state ${errand}`)}`
export const nonceOf = (secret: string) => derive(secret, 'nonce')
export const verifierOf = (secret: string) => derive(secret, 'code verifier')

/** Returns the hash under which a round trip is stored. */
export const keyOfState = (state: string) => createHash('sha256').update(state).digest()

export const isStateOf = (secret: string | undefined, errand: Errand, state: string) =>
  secret !== undefined && sameHash(keyOfState(stateOf(secret, errand)), keyOfState(state))
