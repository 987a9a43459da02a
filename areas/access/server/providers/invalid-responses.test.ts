import { describe, expect, test } from 'vitest'
import { ssoSignIn, startProviderSignIn } from '#areas/access/contract.ts'
import { alteredProvider, browser, type ProviderAlteration } from '#tests/factories/provider.ts'
import { createSignInAccount } from '#tests/factories/sign-in.ts'
import { useApp } from '#tests/harness.ts'

// Providers whose responses each have one fault. All of them know the subject that is linked here.

const sso = alteredProvider('sso')
const google = alteredProvider('google', {}, 'https://accounts.example')
const facebook = alteredProvider('facebook', {}, 'https://www.facebook.com')
const app = useApp({
  publicUrl: 'https://carat.example',
  signInProviders: [sso.settings, google.settings, facebook.settings],
})

async function signUpLinked(issuer: string, provider: string, subject: string) {
  const user = await createSignInAccount(app)
  await app.sql(
    'insert into user_identity (user_id, provider, issuer, subject, linked_at) values ($1, $2, $3, $4, now())',
    user.userId,
    provider,
    issuer,
    subject,
  )
  return user
}

type Fake = ReturnType<typeof alteredProvider>

async function signInAt(fake: Fake, subject: string, twist: ProviderAlteration = {}, change: object = {}) {
  Object.assign(fake.twist, { claims: {}, header: {}, signedBy: 'provider', tokenAnswer: undefined, ...twist })
  const visitor = browser(app)
  const { body } = await visitor.call(startProviderSignIn, { Provider: fake.settings.name })
  return visitor.call(ssoSignIn, { ...fake.signsIn(body.Location, subject), ...change })
}

const now = () => Math.floor(Date.now() / 1000)

describe('response of a sign-in provider', () => {
  test('a correct response of a provider opens a session, and over https the cookies are Secure', async () => {
    const user = await signUpLinked('https://sso.example', 'sso', 'person-1')
    const visitor = browser(app)
    const { body, headers } = await visitor.call(startProviderSignIn, { Provider: 'sso' })
    expect(headers['set-cookie']).toMatch(
      /^__Host-sign-in=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(new URL(body.Location).searchParams.get('redirect_uri')).toBe('https://carat.example/auth/sso')
    const signedIn = await visitor.call(ssoSignIn, sso.signsIn(body.Location, 'person-1'))

    expect(signedIn).toMatchObject({ status: 200, body: { user_info: { username: user.username } } })
    expect(visitor.cookies.has('__Host-sign-in')).toBe(false)
    expect([...new Set(sso.requestedAddresses)].sort()).toEqual([
      'https://sso.example/.well-known/openid-configuration',
      'https://sso.example/jwks',
      'https://sso.example/token',
    ])
  })

  test.each<[string, ProviderAlteration]>([
    ['without a signature', { signedBy: 'none' }],
    ['signed with the client’s secret in place of the provider’s key', { signedBy: 'secret' }],
    ['signed by a stranger', { signedBy: 'stranger' }],
    ['signed with a key that the provider does not have', { signedBy: 'stranger', header: { kid: 'other' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another client', { claims: { aud: 'other' } }],
    ['for several clients, requested by another one', { claims: { aud: ['carat', 'other'], azp: 'other' } }],
    ['that has expired', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['without an ID token', { tokenAnswer: () => Response.json({ access_token: 'x', token_type: 'bearer' }) }],
    [
      'that is an HTML page',
      { tokenAnswer: () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }) },
    ],
    ['that redirects to another site', { tokenAnswer: () => Response.redirect('https://evil.example/token') }],
  ])('a provider’s response %s is refused', async (_, twist) => {
    await app.sql('delete from user_identity')
    await signUpLinked('https://sso.example', 'sso', 'person-2')
    const before = sso.requestedAddresses.length

    const answer = await signInAt(sso, 'person-2', twist)

    expect(answer).toMatchObject({ status: 401, refusal: { code: 'access.provider_unproven' } })
    expect(await app.sql(`select 1 from session where user_id in (select user_id from user_identity)`)).toEqual([])
    expect(
      sso.requestedAddresses.slice(before).filter((address) => !address.startsWith('https://sso.example/')),
    ).toEqual([])
  })

  test.each<[string, object]>([
    ['a code that the provider did not issue', { Code: 'forged' }],
    ['the issuer of another provider', { Iss: 'https://evil.example' }],
  ])('a provider’s response with %s is refused', async (_, change) => {
    await app.sql('delete from user_identity')
    await signUpLinked('https://sso.example', 'sso', 'person-3')
    expect(await signInAt(sso, 'person-3', {}, change)).toMatchObject({ status: 401 })
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['is unreachable', () => Promise.reject(new TypeError('fetch failed'))],
    ['answers too late', () => Promise.reject(new DOMException('too late', 'TimeoutError'))],
    ['answers with status 502', () => new Response('', { status: 502 })],
  ])('a provider that %s gives a system error that can be retried', async (_, tokenAnswer) => {
    expect(await signInAt(sso, 'person-1', { tokenAnswer })).toMatchObject({
      status: 503,
      refusal: { code: 'access.provider_away' },
      headers: { 'retry-after': '5' },
    })
  })

  test('another provider’s user with the same subject or the same e-mail address cannot sign in', async () => {
    await app.sql('delete from user_identity')
    const user = await signUpLinked('https://sso.example', 'sso', 'person-4')
    const claims = { email: user.email, email_verified: true, preferred_username: user.username }

    expect(await signInAt(google, 'person-4', { claims })).toMatchObject({
      status: 403,
      refusal: { code: 'access.identity_unknown' },
    })
    expect(await signInAt(sso, 'person-5', { claims })).toMatchObject({ status: 403 })
    expect(await app.sql('select 1 from user_identity')).toHaveLength(1)
  })
})

test('a response sent many times at once opens one session, even if the provider accepts its code each time', async () => {
  const careless = google
  Object.assign(careless.twist, { claims: {}, header: {}, careless: true })
  await app.sql('delete from user_identity')
  const { userId } = await signUpLinked(careless.settings.issuer, 'google', 'person-6')
  const visitor = browser(app)
  const { body } = await visitor.call(startProviderSignIn, { Provider: 'google' })
  const back = careless.signsIn(body.Location, 'person-6')
  const headers = { cookie: `__Host-sign-in=${visitor.cookies.get('__Host-sign-in')}`, 'x-carat-client': 'web' }

  const answers = await Promise.all(Array.from({ length: 20 }, () => app.call(ssoSignIn, back, { as: null, headers })))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
  expect(await app.sql('select 1 from session where user_id = $1', userId)).toHaveLength(1)
})

describe('sign-in with Facebook', () => {
  test('Facebook: the id in the profile determines which account is signed in', async () => {
    const user = await signUpLinked('https://www.facebook.com', 'facebook', '10158')
    facebook.twist.profile = { id: '10158' }

    expect(await signInAt(facebook, 'ignored')).toMatchObject({
      status: 200,
      body: { user_info: { username: user.username } },
    })
    expect(facebook.requestedAddresses).toEqual([
      'https://graph.facebook.com/v23.0/oauth/access_token',
      'https://graph.facebook.com/v23.0/me',
    ])
  })

  test.each([{}, { id: '' }, { id: 7 }, { id: '10158 or 1=1' }, { id: '999' }])(
    'Facebook: the profile %j opens no session',
    async (profile) => {
      facebook.twist.profile = profile
      const { status } = await signInAt(facebook, 'ignored')
      expect([401, 403]).toContain(status)
    },
  )
})

test('a provider whose discovery document names another issuer gets no further request', async () => {
  const liar = alteredProvider(
    'sso',
    { metadata: { issuer: 'https://evil.example' } },
    'https://login.microsoftonline.com',
  )
  const { getProviderClient: clientOf } = await import('./provider-client.ts')

  await expect(clientOf(liar.settings)).rejects.toThrow('Another issuer answered')
  expect(liar.requestedAddresses).toEqual(['https://login.microsoftonline.com/.well-known/openid-configuration'])
})
