import { describe, expect, test } from 'vitest'
import { ssoSignIn, startProviderSignIn } from '#areas/access/contract.ts'
import { browser, type Twist, twistedProvider } from '#tests/factories/provider.ts'
import { signedUp } from '#tests/factories/sign-in.ts'
import { useApp } from '#tests/harness.ts'

// Providers whose answers are wrong in one way each. All of them know the subject that is linked here.

const sso = twistedProvider('sso')
const google = twistedProvider('google', {}, 'https://accounts.example')
const facebook = twistedProvider('facebook', {}, 'https://www.facebook.com')
const app = useApp({
  publicUrl: 'https://carat.example',
  signInProviders: [sso.settings, google.settings, facebook.settings],
})

async function linkedWith(issuer: string, provider: string, subject: string) {
  const user = await signedUp(app)
  await app.sql(
    'insert into user_identity (user_id, provider, issuer, subject, linked_at) values ($1, $2, $3, $4, now())',
    user.userId,
    provider,
    issuer,
    subject,
  )
  return user
}

type Fake = ReturnType<typeof twistedProvider>

async function signInAt(fake: Fake, subject: string, twist: Twist = {}, change: object = {}) {
  Object.assign(fake.twist, { claims: {}, header: {}, signedBy: 'provider', tokenAnswer: undefined, ...twist })
  const visitor = browser(app)
  const { body } = await visitor.call(startProviderSignIn, { Provider: fake.settings.name })
  return visitor.call(ssoSignIn, { ...fake.signsIn(body.Location, subject), ...change })
}

const now = () => Math.floor(Date.now() / 1000)

describe('an answer', () => {
  test('that is right opens a session; behind TLS the cookies insist on it', async () => {
    const user = await linkedWith('https://sso.example', 'sso', 'person-1')
    const visitor = browser(app)
    const { body, headers } = await visitor.call(startProviderSignIn, { Provider: 'sso' })
    expect(headers['set-cookie']).toMatch(
      /^__Host-sign-in=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(new URL(body.Location).searchParams.get('redirect_uri')).toBe('https://carat.example/auth/sso')
    const signedIn = await visitor.call(ssoSignIn, sso.signsIn(body.Location, 'person-1'))

    expect(signedIn).toMatchObject({ status: 200, body: { user_info: { username: user.username } } })
    expect(visitor.cookies.has('__Host-sign-in')).toBe(false)
    expect([...new Set(sso.asked)].sort()).toEqual([
      'https://sso.example/.well-known/openid-configuration',
      'https://sso.example/jwks',
      'https://sso.example/token',
    ])
  })

  test.each<[string, Twist]>([
    ['signed by nobody', { signedBy: 'nobody' }],
    ['signed with the client’s secret in place of the provider’s key', { signedBy: 'secret' }],
    ['signed by a stranger', { signedBy: 'stranger' }],
    ['signed with a key that the provider does not have', { signedBy: 'stranger', header: { kid: 'other' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another client', { claims: { aud: 'other' } }],
    ['for several clients, of which another asked', { claims: { aud: ['carat', 'other'], azp: 'other' } }],
    ['that is over', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
    ['of another round trip', { claims: { nonce: 'another' } }],
    ['of no round trip', { claims: { nonce: undefined } }],
    ['about nobody', { claims: { sub: undefined } }],
    ['without a signed part', { tokenAnswer: () => Response.json({ access_token: 'x', token_type: 'bearer' }) }],
    [
      'that is a page',
      { tokenAnswer: () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }) },
    ],
    ['that leads elsewhere', { tokenAnswer: () => Response.redirect('https://evil.example/token') }],
  ])('%s is refused', async (_, twist) => {
    await app.sql('delete from user_identity')
    await linkedWith('https://sso.example', 'sso', 'person-2')
    const before = sso.asked.length

    const answer = await signInAt(sso, 'person-2', twist)

    expect(answer).toMatchObject({ status: 401, refusal: { code: 'access.provider_unproven' } })
    expect(await app.sql(`select 1 from session where user_id in (select user_id from user_identity)`)).toEqual([])
    expect(sso.asked.slice(before).filter((address) => !address.startsWith('https://sso.example/'))).toEqual([])
  })

  test.each<[string, object]>([
    ['a code that the provider did not give', { Code: 'forged' }],
    ['the answer of another issuer', { Iss: 'https://evil.example' }],
  ])('with %s is refused', async (_, change) => {
    await app.sql('delete from user_identity')
    await linkedWith('https://sso.example', 'sso', 'person-3')
    expect(await signInAt(sso, 'person-3', {}, change)).toMatchObject({ status: 401 })
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
    ['answers too late', () => Promise.reject(new DOMException('too late', 'TimeoutError'))],
    ['is broken', () => new Response('', { status: 502 })],
  ])('of a provider that %s is told as the system’s failure, to be tried again', async (_, tokenAnswer) => {
    expect(await signInAt(sso, 'person-1', { tokenAnswer })).toMatchObject({
      status: 503,
      refusal: { code: 'access.provider_away' },
      headers: { 'retry-after': '5' },
    })
  })

  test('of the same person at another provider, or with the same e-mail address, lets nobody in', async () => {
    await app.sql('delete from user_identity')
    const user = await linkedWith('https://sso.example', 'sso', 'person-4')
    const claims = { email: user.email, email_verified: true, preferred_username: user.username }

    expect(await signInAt(google, 'person-4', { claims })).toMatchObject({
      status: 403,
      refusal: { code: 'access.identity_unknown' },
    })
    expect(await signInAt(sso, 'person-5', { claims })).toMatchObject({ status: 403 })
    expect(await app.sql('select 1 from user_identity')).toHaveLength(1)
  })
})

test('an answer that many bring at once opens one session, even if the provider takes its code each time', async () => {
  const careless = google
  Object.assign(careless.twist, { claims: {}, header: {}, careless: true })
  await app.sql('delete from user_identity')
  const { userId } = await linkedWith(careless.settings.issuer, 'google', 'person-6')
  const visitor = browser(app)
  const { body } = await visitor.call(startProviderSignIn, { Provider: 'google' })
  const back = careless.signsIn(body.Location, 'person-6')
  const headers = { cookie: `__Host-sign-in=${visitor.cookies.get('__Host-sign-in')}`, 'x-carat-client': 'web' }

  const answers = await Promise.all(Array.from({ length: 20 }, () => app.call(ssoSignIn, back, { as: null, headers })))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
  expect(await app.sql('select 1 from session where user_id = $1', userId)).toHaveLength(1)
})

describe('Facebook', () => {
  test('says who came by its profile', async () => {
    const user = await linkedWith('https://www.facebook.com', 'facebook', '10158')
    facebook.twist.profile = { id: '10158' }

    expect(await signInAt(facebook, 'ignored')).toMatchObject({
      status: 200,
      body: { user_info: { username: user.username } },
    })
    expect(facebook.asked).toEqual([
      'https://graph.facebook.com/v23.0/oauth/access_token',
      'https://graph.facebook.com/v23.0/me',
    ])
  })

  test.each([{}, { id: '' }, { id: 7 }, { id: '10158 or 1=1' }, { id: '999' }])(
    'lets nobody in with the profile %j',
    async (profile) => {
      facebook.twist.profile = profile
      const { status } = await signInAt(facebook, 'ignored')
      expect([401, 403]).toContain(status)
    },
  )
})

test('a provider that describes itself as another is not asked anything else', async () => {
  const liar = twistedProvider(
    'sso',
    { metadata: { issuer: 'https://evil.example' } },
    'https://login.microsoftonline.com',
  )
  const { clientOf } = await import('./provider-client.ts')

  await expect(clientOf(liar.settings)).rejects.toThrow('Another issuer answered')
  expect(liar.asked).toEqual(['https://login.microsoftonline.com/.well-known/openid-configuration'])
})
