import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sameHash } from '../tokens.ts'

// All that belongs to one round trip follows from one secret that only the browser's cookie holds. Neither the database
// nor the address that comes back tells it.

export const ROUND_TRIP_SECONDS = 5 * 60

/** `in` signs in, `link` links the account of the person who is signed in. It stands in the state, so that pages can tell. */
export type Errand = 'in' | 'link'

export const newSecret = () => randomBytes(32).toString('base64url')

/** Behind TLS the name itself makes the browser insist on Secure, Path=/ and no Domain. */
export const secretCookieName = (publicUrl: string | null) =>
  publicUrl?.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

const derived = (secret: string, what: string) => createHmac('sha256', secret).update(what).digest('base64url')

export const stateOf = (secret: string, errand: Errand) => `${errand}.${derived(secret, `state ${errand}`)}`
export const nonceOf = (secret: string) => derived(secret, 'nonce')
export const verifierOf = (secret: string) => derived(secret, 'code verifier')

/** As which a round trip is stored. */
export const keyOfState = (state: string) => createHash('sha256').update(state).digest()

export const isStateOf = (secret: string | undefined, errand: Errand, state: string) =>
  secret !== undefined && sameHash(keyOfState(stateOf(secret, errand)), keyOfState(state))
