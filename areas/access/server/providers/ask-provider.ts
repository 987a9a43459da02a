import * as oidc from 'openid-client'
import type { Refusal } from '#kit/contract/refusal.ts'
import { providerRefusals } from '../../contract.ts'
import { type Errand, nonceOf, stateOf, verifierOf } from './browser-secret.ts'
import { facebookSubject } from './facebook.ts'
import { clientOf } from './provider-client.ts'
import type { SignInProvider } from './sign-in-provider.ts'

/** Where the browser is sent, and from where the provider sends it back; both must be registered there. */
const redirectUri = (appUrl: string) => `${appUrl}/auth/sso`

/** The address of the provider that begins the round trip of this browser. */
export async function addressAt(provider: SignInProvider, secret: string, errand: Errand, appUrl: string) {
  const client = await clientOf(provider).catch(refuseAway)
  const isOpenId = provider.name !== 'facebook'
  const url = oidc.buildAuthorizationUrl(client, {
    response_type: 'code',
    redirect_uri: redirectUri(appUrl),
    scope: isOpenId ? 'openid' : 'public_profile',
    state: stateOf(secret, errand),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifierOf(secret)),
    code_challenge_method: 'S256',
    ...(isOpenId && { nonce: nonceOf(secret) }),
    ...prompts[provider.name],
  })
  return provider.inside ? url.pathname + url.search : url.href
}

// Counters share their machines: anyone who comes next must not be let in as the colleague before them.
const prompts = {
  sso: { prompt: 'login' },
  google: { prompt: 'select_account' },
  facebook: { auth_type: 'reauthenticate' },
}

export type Proof = { issuer: string; subject: string } | { refusal: Refusal; reason: string }

type ReturnedAnswer = { secret: string; errand: Errand; code: string; iss: string | undefined; appUrl: string }

/** Exchanges the code; answers who came, or why that could not be found out. */
export async function whoCame(provider: SignInProvider, answer: ReturnedAnswer): Promise<Proof> {
  return exchange(provider, answer).catch((error: Error & { code?: string; error?: string }) => ({
    refusal: isAway(error) ? asAway(error) : providerRefusals.unproven(),
    reason: String(error.error ?? error.code ?? error.name).slice(0, 100),
  }))
}

async function exchange(provider: SignInProvider, { secret, errand, code, iss, appUrl }: ReturnedAnswer) {
  const client = await clientOf(provider)
  const back = new URL(redirectUri(appUrl))
  back.search = new URLSearchParams({ code, state: stateOf(secret, errand), ...(iss && { iss }) }).toString()
  const isOpenId = provider.name !== 'facebook'
  const tokens = await oidc.authorizationCodeGrant(client, back, {
    pkceCodeVerifier: verifierOf(secret),
    expectedState: stateOf(secret, errand),
    ...(isOpenId && { expectedNonce: nonceOf(secret), idTokenExpected: true }),
  })
  const subject = isOpenId ? tokens.claims()?.sub : await facebookSubject(provider, client, tokens.access_token)
  if (!subject || subject.length > 255) throw new TypeError('The answer names nobody')
  return { issuer: provider.issuer, subject }
}

/** No answer in time, no connection, or the provider's own failure: nothing is wrong with the person. */
function isAway(error: Error & { code?: string; cause?: unknown }) {
  const status = error.cause instanceof Response ? error.cause.status : 0
  return error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT' || status >= 500 || isNetwork(error)
}

const isNetwork = (error: Error) => error instanceof TypeError && error.message === 'fetch failed'

const asAway = (cause: Error) => Object.assign(providerRefusals.away().retryIn(5), { cause })

function refuseAway(error: Error): never {
  throw asAway(error)
}
