import { createHash, createHmac, randomBytes } from 'node:crypto'
import { areHashesEqual } from '../tokens.ts'

// All values of one round trip to a provider are derived from a secret that only the browser's cookie contains.
// Neither the database nor the URL of the redirect reveals the secret of the browser's cookie.

export const PROVIDER_SIGN_IN_SECONDS = 5 * 60

/** The purpose of a round trip: `in` is a sign-in, `link` links the signed-in user's account. Pages read it from the state. */
export type ProviderSignInPurpose = 'in' | 'link'

export const createBrowserSecret = () => randomBytes(32).toString('base64url')

/** With https the cookie's name starts with `__Host-`, for which browsers require Secure, Path=/ and no Domain. */
export const browserSecretCookieName = (publicUrl: string | null) =>
  publicUrl?.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

const derive = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url')

export const deriveProviderState = (secret: string, purpose: ProviderSignInPurpose) =>
  `${purpose}.${derive(secret, `state ${purpose}`)}`
export const deriveProviderNonce = (secret: string) => derive(secret, 'nonce')
export const deriveCodeVerifier = (secret: string) => derive(secret, 'code verifier')

/** Returns the hash under which the database stores a round trip to a provider. */
export const hashProviderState = (state: string) => createHash('sha256').update(state).digest()

export const matchesBrowserSecret = (secret: string | undefined, purpose: ProviderSignInPurpose, state: string) =>
  secret !== undefined &&
  areHashesEqual(hashProviderState(deriveProviderState(secret, purpose)), hashProviderState(state))
