import type { CustomFetch } from 'openid-client'
import * as oidc from 'openid-client'
import { facebookMetadata } from './facebook.ts'
import type { SignInProvider } from './sign-in-provider.ts'

/** Returns a fetch function that allows only the given URLs, whatever the provider's responses name, and no redirect. */
export function createPinnedFetch(provider: SignInProvider, addresses: readonly (string | undefined)[]): CustomFetch {
  const allowed = new Set(addresses.flatMap((address) => (address ? [withoutQuery(address)] : [])))
  const get = provider.fetch ?? fetch
  return async (address, options) => {
    if (!allowed.has(withoutQuery(address))) throw new TypeError('Not an address of this provider')
    return get(address, { ...options, redirect: 'manual' } as RequestInit)
  }
}

function withoutQuery(address: string) {
  const url = new URL(address)
  return url.origin + url.pathname
}

export const PROVIDER_TIMEOUT_SECONDS = 5
const DISCOVERY_TTL_MS = 3_600_000
const CLOCKS_DIFFER_SECONDS = 30

type CachedClient = { client: Promise<oidc.Configuration>; until: number }
const clients = new WeakMap<SignInProvider, CachedClient>()

/** Returns the configured client of a provider. The provider's discovery document is read once an hour. */
export function getProviderClient(provider: SignInProvider): Promise<oidc.Configuration> {
  const now = performance.now()
  const cached = clients.get(provider)
  if (cached && cached.until > now) return cached.client
  const client = provider.name === 'facebook' ? Promise.resolve(facebook(provider)) : discover(provider)
  clients.set(provider, { client, until: now + DISCOVERY_TTL_MS })
  client.catch(() => clients.delete(provider))
  return client
}

function facebook(provider: SignInProvider) {
  const metadata = facebookMetadata(provider.issuer)
  return configure(provider, metadata, oidc.ClientSecretPost(provider.clientSecret))
}

async function discover(provider: SignInProvider) {
  const issuer = new URL(provider.issuer)
  const wellKnown = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const discovered = await oidc.discovery(issuer, provider.clientId, undefined, oidc.None(), {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    [oidc.customFetch]: createPinnedFetch(provider, [wellKnown]),
    execute: insecure(provider),
  })
  const metadata = discovered.serverMetadata() as oidc.ServerMetadata
  // Checks the issuer, because the library accepts another issuer for some well-known services.
  if (new URL(metadata.issuer).href !== issuer.href) throw new TypeError('Another issuer answered')
  const methods = metadata.token_endpoint_auth_methods_supported
  const basic = !methods || methods.includes('client_secret_basic')
  const auth = (basic ? oidc.ClientSecretBasic : oidc.ClientSecretPost)(provider.clientSecret)
  // Accepts only asymmetric algorithms, because their private key is known to the provider alone.
  const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter(isAsymmetric)
  return configure(provider, { ...metadata, id_token_signing_alg_values_supported: algorithms }, auth)
}

function configure(provider: SignInProvider, metadata: oidc.ServerMetadata, auth: oidc.ClientAuth) {
  const { clientId, clientSecret } = provider
  const settings = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCKS_DIFFER_SECONDS }
  const client = new oidc.Configuration(metadata, clientId, settings, auth)
  const { token_endpoint, jwks_uri, userinfo_endpoint } = metadata
  client.timeout = PROVIDER_TIMEOUT_SECONDS
  client[oidc.customFetch] = createPinnedFetch(provider, [token_endpoint, jwks_uri, userinfo_endpoint])
  // Checks the signature too, although the response came from the provider over TLS.
  oidc.enableNonRepudiationChecks(client)
  for (const allow of insecure(provider)) allow(client)
  return client
}

const isAsymmetric = (algorithm: string) => /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/.test(algorithm)

/** Allows requests without TLS to a provider on this machine. The configuration rejects other URLs without TLS. */
const insecure = ({ issuer }: SignInProvider) => (issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])
