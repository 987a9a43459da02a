import * as oidc from 'openid-client'
import type { Refusal } from '#kit/contract/refusal.ts'
import { providerRefusals } from '../../contract.ts'
import {
  deriveCodeVerifier,
  deriveProviderNonce,
  deriveProviderState,
  type ProviderSignInPurpose,
} from './browser-secret.ts'
import { fetchFacebookSubject } from './facebook.ts'
import { getProviderClient } from './provider-client.ts'
import type { SignInProvider } from './sign-in-provider.ts'

/** The URL to which the provider redirects back, which must be registered at the provider. */
const redirectUri = (appUrl: string) => `${appUrl}/auth/sso`

/** Returns the URL of the provider at which this browser begins the sign-in. */
export async function providerSignInUrl(
  provider: SignInProvider,
  secret: string,
  purpose: ProviderSignInPurpose,
  appUrl: string,
) {
  const client = await getProviderClient(provider).catch(refuseUnavailable)
  const isOpenId = provider.name !== 'facebook'
  const url = oidc.buildAuthorizationUrl(client, {
    response_type: 'code',
    redirect_uri: redirectUri(appUrl),
    scope: isOpenId ? 'openid' : 'public_profile',
    state: deriveProviderState(secret, purpose),
    code_challenge: await oidc.calculatePKCECodeChallenge(deriveCodeVerifier(secret)),
    code_challenge_method: 'S256',
    ...(isOpenId && { nonce: deriveProviderNonce(secret) }),
    ...prompts[provider.name],
  })
  return provider.inside ? url.pathname + url.search : url.href
}

// The provider must ask which user signs in, because staff share the machines at the counter.
const prompts = {
  sso: { prompt: 'login' },
  google: { prompt: 'select_account' },
  facebook: { auth_type: 'reauthenticate' },
}

export type ProviderSignInResult = { issuer: string; subject: string } | { refusal: Refusal; reason: string }

type ProviderReply = {
  secret: string
  errand: ProviderSignInPurpose
  code: string
  iss: string | undefined
  appUrl: string
}

/** Exchanges the code of the provider for the user's issuer and subject, or returns the refusal with its reason. */
export async function identifyAtProvider(
  provider: SignInProvider,
  answer: ProviderReply,
): Promise<ProviderSignInResult> {
  return exchange(provider, answer).catch((error: Error & { code?: string; error?: string }) => ({
    refusal: isUnavailable(error) ? toUnavailable(error) : providerRefusals.unproven(),
    reason: String(error.error ?? error.code ?? error.name).slice(0, 100),
  }))
}

async function exchange(provider: SignInProvider, { secret, errand, code, iss, appUrl }: ProviderReply) {
  const client = await getProviderClient(provider)
  const back = new URL(redirectUri(appUrl))
  back.search = new URLSearchParams({
    code,
    state: deriveProviderState(secret, errand),
    ...(iss && { iss }),
  }).toString()
  const isOpenId = provider.name !== 'facebook'
  const tokens = await oidc.authorizationCodeGrant(client, back, {
    pkceCodeVerifier: deriveCodeVerifier(secret),
    expectedState: deriveProviderState(secret, errand),
    ...(isOpenId && { expectedNonce: deriveProviderNonce(secret), idTokenExpected: true }),
  })
  const subject = isOpenId ? tokens.claims()?.sub : await fetchFacebookSubject(provider, client, tokens.access_token)
  if (!subject || subject.length > 255) throw new TypeError('The response has no valid subject')
  return { issuer: provider.issuer, subject }
}

/** True if the provider is unreachable, times out or fails. The user is then not the cause of the error. */
function isUnavailable(error: Error & { code?: string; cause?: unknown }) {
  const status = error.cause instanceof Response ? error.cause.status : 0
  return error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT' || status >= 500 || isNetwork(error)
}

const isNetwork = (error: Error) => error instanceof TypeError && error.message === 'fetch failed'

const toUnavailable = (cause: Error) => Object.assign(providerRefusals.away().retryIn(5), { cause })

function refuseUnavailable(error: Error): never {
  throw toUnavailable(error)
}
