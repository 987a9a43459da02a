import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { Provider } from 'oidc-provider'
import { demoSignInPath } from '#app/web/paths.ts'
import { providerAnswerPath, signInRefusedPath } from '#areas/access/paths.ts'
import { createDemoProviderStorage } from './records.ts'

type Options = { issuer: string; clientId: string; clientSecret: string; accounts: readonly string[]; basePath: string }

/** Creates an OpenID Connect provider with the accounts of the demo. */
export function createDemoProvider({ issuer, clientId, clientSecret, accounts, basePath }: Options) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const back = basePath + providerAnswerPath()
  const provider = new Provider(issuer, {
    adapter: createDemoProviderStorage(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${new URL(issuer).origin}${back}`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'demo' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { interaction: 'demo_sso_interaction', resume: 'demo_sso_resume', session: 'demo_sso_session' },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    scopes: ['openid'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: false },
    },
    ttl: { AuthorizationCode: 60, AccessToken: 60, IdToken: 60, Interaction: 300, Session: 300, Grant: 300 },
    interactions: { url: (_, { uid }) => basePath + demoSignInPath({ uid }) },
    findAccount: (_, accountId) =>
      accounts.includes(accountId) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    // Consent is granted automatically, because provider and client belong to the same company.
    async loadExistingGrant(ctx) {
      const grant = new provider.Grant({ clientId, accountId: ctx.oidc.session!.accountId! })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
    async renderError(ctx) {
      ctx.redirect(basePath + signInRefusedPath())
    },
  })
  // The forwarded headers are trusted, because mount.ts sets them and discards those of the caller.
  provider.proxy = true
  // Redirects are allowed to the current host only, because the demo is reachable under any host name.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => {
    const ownOrigin = `${Provider.ctx?.protocol}://${Provider.ctx?.host}`
    return URL.canParse(ownOrigin) && uri === `${new URL(ownOrigin).origin}${back}`
  }
  return provider
}
