import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sameHash } from '../tokens.ts'

// All values of one round trip are derived from a secret that only the browser's cookie holds. They cannot be recovered from
// the database or from the URL that the provider redirects to.

export const ROUND_TRIP_SECONDS = 5 * 60

/** `in` signs in, `link` links the signed-in user's account. Part of the state, so that pages can distinguish the two. */
export type Errand = 'in' | 'link'

export const newSecret = () => randomBytes(32).toString('base64url')

/** Behind TLS the `__Host-` prefix makes browsers insist on Secure, Path=/ and no Domain. */
export const secretCookieName = (publicUrl: string | null) =>
  publicUrl?.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

const derive = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url')

export const stateOf = (secret: string, errand: Errand) => `${errand}.${derive(secret, `state ${errand}`)}`
export const nonceOf = (secret: string) => derive(secret, 'nonce')
export const verifierOf = (secret: string) => derive(secret, 'code verifier')

/** The hash under which a round trip is stored. */
export const keyOfState = (state: string) => createHash('sha256').update(state).digest()

export const isStateOf = (secret: string | undefined, errand: Errand, state: string) =>
  secret !== undefined && sameHash(keyOfState(stateOf(secret, errand)), keyOfState(state))
