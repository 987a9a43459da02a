import { createHmac } from 'node:crypto'
import * as oidc from 'openid-client'
import type { SignInProvider } from './sign-in-provider.ts'

// Facebook implements OAuth 2 without ID tokens, so its profile of the user, read with the access token, is the identity.

const GRAPH = 'https://graph.facebook.com/v23.0'

export const facebookMetadata = (issuer: string): oidc.ServerMetadata => ({
  issuer,
  authorization_endpoint: `${issuer}/v23.0/dialog/oauth`,
  token_endpoint: `${GRAPH}/oauth/access_token`,
  userinfo_endpoint: `${GRAPH}/me`,
})

export async function fetchFacebookSubject(provider: SignInProvider, client: oidc.Configuration, accessToken: string) {
  // The proof shows that the request comes from this server, so that a stolen access token alone is useless.
  const proof = createHmac('sha256', provider.clientSecret).update(accessToken).digest('hex')
  const profile = new URL(client.serverMetadata().userinfo_endpoint!)
  profile.search = new URLSearchParams({ fields: 'id', appsecret_proof: proof }).toString()
  const answer = await oidc.fetchProtectedResource(client, accessToken, profile, 'GET')
  const { id } = (answer.ok ? await answer.json() : {}) as { id?: unknown }
  if (typeof id !== 'string' || !/^\d{1,32}$/.test(id)) throw new TypeError('The profile has no valid id')
  return id
}
