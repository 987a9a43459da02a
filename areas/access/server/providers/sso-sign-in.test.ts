import { beforeAll, describe, expect, test } from 'vitest'
import { createDemoSso } from '#app/server/demo-sso/mount.ts'
import { listLoginActivities, profile, ssoSignIn, startProviderSignIn } from '#areas/access/contract.ts'
import { browser } from '#tests/factories/provider.ts'
import { createSignInAccount, type SignedUp } from '#tests/factories/sign-in.ts'
import { useApp } from '#tests/harness.ts'

// Uses the demo's single sign-on, which is a complete OpenID provider.

const accounts: string[] = []
const demo = createDemoSso({ basePath: '', publicUrl: undefined, accounts })
const app = useApp({ demo: true, demoSso: demo })
let aisha: SignedUp

/** Creates a user whom the provider knows by the same user name. */
async function signUpLinked(rights: Parameters<typeof createSignInAccount>[1] = {}) {
  const user = await createSignInAccount(app, rights)
  accounts.push(user.username)
  await app.sql(
    `insert into user_identity (user_id, provider, issuer, subject, linked_at) values ($1, 'sso', $2, $3, now())`,
    user.userId,
    demo.settings.issuer,
    user.username,
  )
  return user
}

beforeAll(async () => {
  aisha = await signUpLinked({ roles: ['Customer'] })
})

const openSessionRows = (label: string) => app.sql('select 1 from session where label = $1 and ended_at is null', label)

describe('sign-in by single sign-on (SSO)', () => {
  test('SSO sign-in: the session has the account’s rights, and the user returns to the requested page', async () => {
    const visitor = browser(app)
    const signedIn = await visitor.signIn(aisha.username, '/customers/7?tab=points')

    expect(signedIn).toMatchObject({
      status: 200,
      body: {
        access_token: 'cookie',
        From: '/customers/7?tab=points',
        user_info: { username: aisha.username, roles: ['Customer'] },
      },
    })
    expect(signedIn.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
    )
    const profileReply = await visitor.call(profile, {})
    expect(profileReply).toMatchObject({ status: 200, body: { user_info: { username: aisha.username } } })
    const activities = await visitor.call(listLoginActivities, {})
    expect(activities.body.rows[0]).toMatchObject({ ActivityDescription: 'Signed in through SSO' })
  })

  test('SSO sign-in: the request uses PKCE, state and nonce, and the database stores none of these', async () => {
    const visitor = browser(app)
    const { body, headers } = await visitor.call(startProviderSignIn, { Provider: 'sso' })
    const requested = new URL(body.Location, 'http://localhost').searchParams

    expect(Object.fromEntries(requested)).toMatchObject({
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      prompt: 'login',
      redirect_uri: 'http://localhost/auth/sso',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(requested.get(name)?.length).toBeGreaterThanOrEqual(43)
    expect(headers['set-cookie']).toMatch(/^sign-in=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/)
    const stored = JSON.stringify(await app.sql('select *, encode(state_hash, $1) from provider_sign_in', 'escape'))
    expect(stored).not.toContain(requested.get('state')!.slice(3))
    expect(stored).not.toContain(visitor.cookies.get('sign-in'))
  })

  test('SSO sign-in: a person without a linked account gets an error and no session', async () => {
    accounts.push('stranger')
    const visitor = browser(app)

    expect(await visitor.signIn('stranger')).toMatchObject({
      status: 403,
      refusal: { code: 'access.identity_unknown' },
    })
    expect(visitor.cookies.has('sid')).toBe(false)
  })

  test.each([
    ['disabled account', `update user_account set status = 'Disabled' where user_id = $1`],
    [
      'person who left',
      `update staff set status = 'Inactive' where staff_id = (select staff_id from user_account where user_id = $1)`,
    ],
  ])('SSO sign-in: a %s is refused, as with a password', async (_, statement) => {
    const unlinked = await signUpLinked()
    await app.sql(statement, unlinked.userId)
    const visitor = browser(app)

    expect(await visitor.signIn(unlinked.username)).toMatchObject({
      status: 403,
      refusal: { code: 'access.account_closed' },
    })
    expect(await app.sql('select 1 from session where user_id = $1', unlinked.userId)).toEqual([])
    const [last] = await app.sql(
      `select activity_description as text from login_activity where object_id = $1 order by login_activity_id desc limit 1`,
      String(unlinked.userId),
    )
    expect(last).toEqual({ text: 'Sign-in through SSO refused: the account is not active' })
  })

  test('SSO sign-in: no session is opened if the user cancels at the provider', async () => {
    const visitor = browser(app)
    const back = await visitor.goThrough(undefined)

    expect(back.Error).toBe('access_denied')
    expect(await visitor.call(ssoSignIn, back)).toMatchObject({
      status: 401,
      refusal: { code: 'access.provider_declined' },
    })
  })

  test('SSO sign-in: the user must return from the provider within five minutes', async () => {
    const visitor = browser(app)
    const back = await visitor.goThrough(aisha.username)
    await app.sql(`update provider_sign_in set expires_at = now() - interval '1 second' where claimed_at is null`)

    expect(await visitor.call(ssoSignIn, back)).toMatchObject({
      status: 401,
      refusal: { code: 'access.provider_expired' },
    })
  })

  test('SSO sign-in: user data in the callback URL is ignored, because only the provider’s response counts', async () => {
    const otherUser = await createSignInAccount(app)
    const visitor = browser(app)
    const back = await visitor.goThrough(aisha.username)

    const signedIn = await visitor.call(ssoSignIn, { ...back, RedirectedUserId: otherUser.userId })

    expect(signedIn.body.user_info.username).toBe(aisha.username)
  })

  test('SSO sign-in: a provider that is not configured is refused', async () => {
    expect(await browser(app).call(startProviderSignIn, { Provider: 'google' })).toMatchObject({
      status: 404,
      refusal: { code: 'access.provider_not_configured' },
    })
  })
})

describe('response of a single sign-on provider', () => {
  test('provider response: is refused in a browser other than the one that began the sign-in', async () => {
    const attacker = browser(app)
    const back = await attacker.goThrough(aisha.username)
    const victim = browser(app)
    const busyVictim = browser(app)
    await busyVictim.call(startProviderSignIn, { Provider: 'sso' })

    for (const browserInUse of [victim, busyVictim]) {
      expect(await browserInUse.call(ssoSignIn, back)).toMatchObject({
        status: 401,
        refusal: { code: 'access.provider_not_started' },
      })
      expect(browserInUse.cookies.has('sid')).toBe(false)
    }
    expect((await victim.call(ssoSignIn, { Code: back.Code!, State: '' })).status).toBe(401)
    // The victim's own round trip still works.
    expect(busyVictim.cookies.has('sign-in')).toBe(true)
  })

  test('provider response: a response submitted many times at once opens one session', async () => {
    const visitor = browser(app)
    const back = await visitor.goThrough(aisha.username)
    const cookie = `sign-in=${visitor.cookies.get('sign-in')}`
    const before = await app.sql('select 1 from session')

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.call(ssoSignIn, back, { as: null, headers: { cookie, 'x-carat-client': 'web' } }),
      ),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
    expect(await app.sql('select 1 from session')).toHaveLength(before.length + 1)
    expect(await app.sql('select 1 from session where end_reason = $1', 'Sign-in was used a second time')).toEqual([])
  })

  test.each(['in the same browser', 'in another browser'])(
    'provider response: a response replayed %s is refused and ends the session that it opened',
    async (where) => {
      const visitor = browser(app)
      const back = await visitor.goThrough(aisha.username)
      const secret = visitor.cookies.get('sign-in')!
      const { body } = await visitor.call(ssoSignIn, back)
      const [session] = await app.sql<{ label: string }>('select label from session order by session_id desc limit 1')
      expect(body.access_token).toBe('cookie')
      expect(await openSessionRows(session!.label)).toHaveLength(1)

      app.clock.advance(1)
      const thief = browser(app)
      if (where === 'in the same browser') thief.cookies.set('sign-in', secret)
      expect((await thief.call(ssoSignIn, back)).status).toBe(401)

      expect(await openSessionRows(session!.label)).toEqual([])
      expect((await visitor.call(profile, {})).status).toBe(401)
    },
  )
})

describe('single sign-on provider of the demo', () => {
  test('demo provider: a code sent many times at once works once', async () => {
    const visitor = browser(app)
    const { body } = await visitor.call(startProviderSignIn, { Provider: 'sso' })
    // The test sends its own code verifier, like an attacker who sees the URL.
    const location = new URL(body.Location, 'http://localhost')
    const verifier = 'x'.repeat(43)
    const { createHash } = await import('node:crypto')
    location.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
    const back = await visitor.visit(location.pathname + location.search, aisha.username)
    const exchange = () =>
      app.inject({
        method: 'POST',
        url: '/demo-sso/token',
        headers: {
          host: 'sso.carat.invalid',
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${btoa(`carat:${demo.settings.clientSecret}`)}`,
        },
        payload: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.Code!,
          redirect_uri: 'http://localhost/auth/sso',
          code_verifier: verifier,
        }).toString(),
      })

    const answers = await Promise.all(Array.from({ length: 20 }, exchange))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
  })

  test('demo provider: a redirect to another site is refused', async () => {
    const visitor = browser(app)
    const { body } = await visitor.call(startProviderSignIn, { Provider: 'sso' })
    for (const elsewhere of [
      'https://evil.example/auth/sso',
      'http://localhost/auth/login',
      'http://localhost.evil.example/auth/sso',
    ]) {
      const location = new URL(body.Location, 'http://localhost')
      location.searchParams.set('redirect_uri', elsewhere)
      const { leadsTo } = await visitor.open(location.pathname + location.search)
      expect(String(leadsTo)).toBe('http://localhost/auth/error-1')
    }
  })
})
