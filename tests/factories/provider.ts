import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { ssoSignIn, startProviderSignIn } from '#areas/access/contract.ts'
import type { SignInProvider } from '#areas/access/server/index.ts'
import type { Endpoint, RequestBody } from '#kit/contract/endpoint.ts'
import type { TestApp } from '../harness.ts'

// Both sides of single sign-on: a browser, and a provider whose replies a test can alter.

/** The parameters of the URL to which a provider redirects the browser. */
export type ProviderRedirect = { Code?: string; State: string; Iss?: string; Error?: string }

/** A browser that stores cookies and makes calls as our pages do. */
export function browser(app: TestApp) {
  const cookies = new Map<string, string>()
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (headers: { [name: string]: unknown }) => {
    for (const line of [headers['set-cookie'] ?? []].flat() as string[]) {
      const [pair = '', ...flags] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      const isRemoved = value === '' || flags.some((flag) => /^(Max-Age=0|expires=Thu, 01 Jan 1970)/i.test(flag))
      if (isRemoved) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const self = {
    cookies,
    async call<E extends Endpoint>(endpoint: E, input: RequestBody<E>, ip?: string) {
      const headers = { cookie: cookieHeader(), 'x-carat-client': 'web' }
      const answer = await app.call(endpoint, input, { as: null, headers, ...(ip && { ip }) })
      keep(answer.headers)
      return answer
    },
    /** Opens a URL of the application and returns the URL to which it redirects. */
    async open(url: string, form?: Record<string, string>) {
      const answer = await app.inject({
        method: form ? 'POST' : 'GET',
        url,
        headers: { cookie: cookieHeader(), ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
        ...(form && { payload: new URLSearchParams(form).toString() }),
      })
      keep(answer.headers)
      const location = String(answer.headers.location ?? '')
      return { ...answer, leadsTo: location && new URL(location, 'http://localhost:80') }
    },
    /** Signs in at the demo's single sign-on with this account, or cancels if the account is undefined. */
    async visit(location: string, account: string | undefined): Promise<ProviderRedirect> {
      const page = await self.open(location)
      if (!page.leadsTo) throw new Error(`The provider does not ask who it is: ${page.status} ${page.text}`)
      const afterChoice = await self.open(page.leadsTo.pathname, account ? { account } : { cancel: '1' })
      if (!afterChoice.leadsTo) throw new Error(`The choice was not taken: ${afterChoice.status} ${afterChoice.text}`)
      const back = await self.open(afterChoice.leadsTo.pathname)
      if (!back.leadsTo) throw new Error(`Nobody was sent back: ${back.status} ${back.text}`)
      return cameBackWith(back.leadsTo)
    },
    /** Starts at the sign-in button and ends at the URL to which the provider redirects. */
    async goThrough(account: string | undefined, from?: string) {
      const { body } = await self.call(startProviderSignIn, { Provider: 'sso', ...(from && { From: from }) })
      return self.visit(body.Location, account)
    },
    async signIn(account: string, from?: string) {
      return self.call(ssoSignIn, await self.goThrough(account, from))
    },
  }
  return self
}

const cameBackWith = ({ searchParams }: URL): ProviderRedirect => {
  const of = (name: string) => searchParams.get(name) ?? undefined
  const [Code, Iss, Failure] = [of('code'), of('iss'), of('error')]
  return {
    State: of('state') ?? '',
    ...(Code && { Code }),
    ...(Iss && { Iss }),
    ...(Failure && { Error: Failure }),
  }
}

type Claims = Record<string, unknown>

export type ProviderAlteration = {
  claims?: Claims
  header?: Record<string, unknown>
  /** The key that signs the answer: the provider's, a stranger's, the client's secret, or none. */
  signedBy?: 'provider' | 'stranger' | 'secret' | 'none'
  metadata?: Record<string, unknown>
  /** Replaces the reply of the token endpoint. */
  tokenAnswer?: () => Response | Promise<Response>
  profile?: unknown
  /** Makes the provider accept a code more often than permitted. */
  careless?: boolean
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A provider whose replies a test can alter. It records every requested address. */
export function alteredProvider(
  name: SignInProvider['name'],
  twist: ProviderAlteration = {},
  issuer = 'https://sso.example',
) {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const foreignKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const codes = new Map<string, { nonce: string | null; challenge: string | null; subject: string }>()
  const requestedAddresses: string[] = []
  const clientSecret = 'a secret of at least thirty-two characters'
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
    ...twist.metadata,
  })
  const idTokenFor = ({ nonce, subject }: { nonce: string | null; subject: string }) => {
    const now = Math.floor(Date.now() / 1000)
    const algorithms = { provider: 'ES256', stranger: 'ES256', secret: 'HS256', none: 'none' }
    const { signedBy = 'provider' } = twist
    const header = base64({ alg: algorithms[signedBy], kid: 'own', typ: 'JWT', ...twist.header })
    const tokenClaims = { iss: issuer, sub: subject, aud: 'carat', iat: now, exp: now + 60, nonce, ...twist.claims }
    const signed = `${header}.${base64(tokenClaims)}`
    const byKey = ({ privateKey }: typeof keys) =>
      sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    const signatures = {
      provider: () => byKey(keys),
      stranger: () => byKey(foreignKeys),
      secret: () => createHmac('sha256', clientSecret).update(signed).digest('base64url'),
      none: () => '',
    }
    return `${signed}.${signatures[signedBy]()}`
  }
  const token = async (body: URLSearchParams) => {
    if (twist.tokenAnswer) return twist.tokenAnswer()
    const code = codes.get(body.get('code') ?? '')
    if (!twist.careless) codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || (code.challenge !== null && code.challenge !== challenge))
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const tokens = { access_token: randomBytes(16).toString('hex'), token_type: 'bearer', expires_in: 60 }
    return Response.json(name === 'facebook' ? tokens : { ...tokens, id_token: idTokenFor(code) })
  }
  const answer: typeof fetch = async (address, options) => {
    const { origin, pathname } = new URL(String(address))
    requestedAddresses.push(origin + pathname)
    if (pathname.endsWith('/.well-known/openid-configuration')) return Response.json(metadata())
    if (pathname.endsWith('/jwks'))
      return Response.json({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig' }] })
    if (pathname.endsWith('/me')) return Response.json(twist.profile ?? {})
    return token(new URLSearchParams(String(options?.body ?? '')))
  }
  const settings: SignInProvider = { name, issuer, clientId: 'carat', clientSecret, fetch: answer }
  return {
    settings,
    twist,
    requestedAddresses,
    /** Signs in at the provider; returns the parameters with which the browser is redirected. */
    signsIn(location: string, subject: string): ProviderRedirect {
      const { searchParams } = new URL(location)
      const code = randomBytes(16).toString('hex')
      codes.set(code, {
        nonce: searchParams.get('nonce'),
        challenge: searchParams.get('code_challenge'),
        subject,
      })
      return { Code: code, State: searchParams.get('state') ?? '' }
    },
  }
}
