import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { listOwnIdentities, profile, startProviderSignIn } from '#areas/access/contract.ts'
import { deriveCodeVerifier } from '#areas/access/server/providers/browser-secret.ts'
import { createSessionToken, hashSessionToken } from '#areas/access/server/tokens.ts'
import { listBuildings } from '#areas/staff/contract.ts'
import { alteredProvider, browser } from '#tests/factories/provider.ts'
import { hq, useApp } from '#tests/harness.ts'

// Values that look like credentials but are not.

const fake = alteredProvider('sso')
const app = useApp({ signInProviders: [fake.settings] })
const bearers = new Map<string, string>()
const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

beforeAll(async () => {
  const claims = encodePart({
    iss: 'https://sso.example',
    sub: '1',
    aud: 'carat',
    exp: 4_000_000_000,
    scope: 'staff',
    user_id: 1,
  })
  const hs256 = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${claims}`
  bearers.set('an unsigned token', `${encodePart({ alg: 'none' })}.${claims}.`)
  bearers.set(
    'a token signed with a guessed key',
    `${hs256}.${createHmac('sha256', 'secret').update(hs256).digest('base64url')}`,
  )

  // The response is real, but the tokens of the provider are not valid for our calls.
  const visitor = browser(app)
  const { body } = await visitor.call(startProviderSignIn, { Provider: 'sso' })
  const reply = await fake.settings.fetch!('https://sso.example/token', {
    method: 'POST',
    body: new URLSearchParams({
      code: fake.signsIn(body.Location, '1').Code!,
      code_verifier: deriveCodeVerifier(visitor.cookies.get('sign-in')!),
    }),
  })
  const { id_token, access_token } = (await reply.json()) as { id_token: string; access_token: string }
  bearers.set('the provider’s ID token', id_token)
  bearers.set('the provider’s own access token', access_token)

  const customer = createSessionToken()
  const [{ customer_id } = { customer_id: 1 }] = await app.sql<{ customer_id: number }>(
    'select customer_id from customer limit 1',
  )
  await app.sql(
    `insert into session (token_hash, audience, customer_id, label, created_at, last_seen_at, expires_at)
     values ($1, 'customer', $2, 'customer', now(), now(), '2199-01-01')`,
    hashSessionToken(customer),
    customer_id,
  )
  bearers.set('a customer’s session', customer)
  bearers.set('a token of the right shape', 'A'.repeat(43))
  bearers.set(
    'the hash of a token in place of the token',
    hashSessionToken((await app.token(hq)).token)!.toString('base64url'),
  )
  bearers.set('the label of a session', `${Date.now()}-abcdefgh`)
  bearers.set('the marker that the web app keeps', 'cookie')
  bearers.set('garbage', '../../etc/passwd')
})

test.each([
  'the provider’s ID token',
  'the provider’s own access token',
  'an unsigned token',
  'a token signed with a guessed key',
  'a customer’s session',
  'a token of the right shape',
  'the hash of a token in place of the token',
  'the label of a session',
  'the marker that the web app keeps',
  'garbage',
])('bearer token: %s is refused on staff calls', async (name) => {
  for (const call of [profile, listOwnIdentities, listBuildings]) {
    expect(bearers.get(name)).toBeTruthy()
    const headers = { authorization: `Bearer ${bearers.get(name)}` }
    expect(await app.call(call, {} as never, { as: null, headers })).toMatchObject({
      status: 401,
      refusal: { code: 'access.required' },
    })
  }
})
