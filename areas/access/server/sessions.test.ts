import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSignInAccount, signInAs } from '#tests/factories/sign-in.ts'
import { make, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { getBuildings } from '../../staff/contract.ts'
import { profile, signOut, systemSignIn } from '../contract.ts'

// A generous timeout, because the machine runs other tests at the same time.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })

describe('staff sessions', () => {
  test('signing out ends the session, and the reply lists the activities of the session', async () => {
    const { body } = await signInAs(app, await createSignInAccount(app))
    const bearer = withToken(body.access_token)
    app.clock.advance(60)

    const out = await app.call(signOut, {}, bearer)

    expect(out.status).toBe(200)
    expect(out.body.signed_out_at).toBe('2026-03-10T02:01:00.000Z')
    expect(out.body.login_activities.map(({ ActivityDescription }) => ActivityDescription)).toEqual([
      'Signed out',
      'Signed in',
    ])
    expect(await app.call(profile, {}, bearer)).toMatchObject({ status: 401 })
    expect(await app.call(signOut, {}, bearer)).toMatchObject({ status: 401 })
  })

  test('a session ends after 30 minutes without a call, and stays open while it is used', async () => {
    const { body } = await signInAs(app, await createSignInAccount(app))
    const bearer = withToken(body.access_token)
    for (let turn = 0; turn < 3; turn++) {
      app.clock.advance(29 * 60)
      expect((await app.call(profile, {}, bearer)).status).toBe(200)
    }
    app.clock.advance(30 * 60)
    expect((await app.call(profile, {}, bearer)).status).toBe(401)
  })

  test('a session ends after 12 hours, even if it is used all the time', async () => {
    const { body } = await signInAs(app, await createSignInAccount(app))
    const bearer = withToken(body.access_token)
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      app.clock.advance(20 * 60)
      expect((await app.call(profile, {}, bearer)).status).toBe(200)
    }
    app.clock.advance(20 * 60)
    expect((await app.call(profile, {}, bearer)).status).toBe(401)
  })

  test('the time at which a session was last used is recorded at most once a minute', async () => {
    const { body } = await signInAs(app, await createSignInAccount(app))
    const lastSeen = async () =>
      (await app.sql<{ last_seen_at: string }>('select last_seen_at from session order by session_id desc limit 1'))[0]!
        .last_seen_at
    const first = await lastSeen()
    app.clock.advance(59)
    await app.call(profile, {}, withToken(body.access_token))
    expect(await lastSeen()).toBe(first)
    app.clock.advance(1)
    await app.call(profile, {}, withToken(body.access_token))
    await expect.poll(lastSeen).not.toBe(first)
  })

  test.each([
    ['was ended by head office', `update session set ended_at = now() where user_id = $1`, 401],
    ['belongs to an account that was disabled', `update user_account set status = 'Disabled' where user_id = $1`, 401],
    [
      'belongs to a member of staff who left',
      `update staff set status = 'Inactive' where staff_id = (select staff_id from user_account where user_id = $1)`,
      401,
    ],
  ])(
    'a session that %s is refused from the next call on, even by a server that still caches it',
    async (_, statement, status) => {
      const user = await createSignInAccount(app)
      const { body } = await signInAs(app, user)
      const bearer = withToken(body.access_token)
      expect((await app.call(getBuildings, {}, bearer)).status).toBe(200)
      // This server gets no notification, because it does not listen in this test.
      await app.sql(statement, user.userId)
      expect((await app.call(getBuildings, {}, bearer)).status).toBe(status)
    },
  )

  test('the loss of a role, privilege or outlet takes effect with the next call of an open session', async () => {
    const user = await createSignInAccount(app, { roles: ['Customer'], privileges: ['View Audit'] })
    const { body } = await signInAs(app, user)
    const userInfo = async () => (await app.call(profile, {}, withToken(body.access_token))).body.user_info
    expect(await userInfo()).toMatchObject({
      roles: ['Customer'],
      privileges: ['View Audit'],
      building: { code: 'KLCC' },
    })
    await app.sql('delete from user_role where user_id = $1', user.userId)
    await app.sql('delete from user_privilege where user_id = $1', user.userId)
    await app.sql(
      `update staff set building_id = (select building_id from building where code = 'PAV') where staff_id = (select staff_id from user_account where user_id = $1)`,
      user.userId,
    )
    expect(await userInfo()).toMatchObject({ roles: [], privileges: [], building: { code: 'PAV' } })
  })

  test.each([
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${'a'.repeat(43)}`,
    `Basic ${'a'.repeat(43)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  ])('the header "%s" opens no session', async (authorization) => {
    expect(await app.call(profile, {}, { as: null, headers: { authorization } })).toMatchObject({ status: 401 })
  })
})

describe('browser sessions', () => {
  const cookieOf = async () => {
    const { headers } = await signInAs(app, await createSignInAccount(app), { 'x-carat-client': 'web' })
    return String(headers['set-cookie']).split(';')[0]!
  }
  const webHeaders = { 'x-carat-client': 'web', origin: 'http://localhost:3000', host: 'localhost:3000' }

  test('browser sessions: the cookie identifies the session', async () => {
    const cookie = await cookieOf()
    expect((await app.call(profile, {}, { as: null, headers: { cookie } })).status).toBe(200)
    expect((await app.call(signOut, {}, { as: null, headers: { cookie, ...webHeaders } })).status).toBe(200)
  })

  test.each([
    ['a form of another site, without our header', { origin: 'https://evil.example', host: 'localhost:3000' }],
    ['a page of another site', { ...webHeaders, origin: 'https://evil.example' }],
    ['a page without an origin', { ...webHeaders, origin: 'null' }],
    ['another port of the same machine', { ...webHeaders, origin: 'http://localhost:4000' }],
    ['a page that does not send our header', { host: 'localhost:3000' }],
  ])('browser sessions: a change with a cookie is refused from %s', async (_, headers) => {
    const cookie = await cookieOf()
    expect(
      await app.call(signOut, {}, { as: null, headers: { cookie, ...headers } as Record<string, string> }),
    ).toMatchObject({
      status: 403,
      refusal: { code: 'access.wrong_origin' },
    })
    expect((await app.call(profile, {}, { as: null, headers: { cookie } })).status).toBe(200)
  })

  test('browser sessions: signing out deletes the cookie', async () => {
    const cookie = await cookieOf()
    const { headers } = await app.call(signOut, {}, { as: null, headers: { cookie, ...webHeaders } })
    expect(headers['set-cookie']).toMatch(/^sid=; /)
    expect(headers['clear-site-data']).toBe('"cache", "storage"')
  })

  test('browser sessions: if another user signs in with the same browser, the previous session ends', async () => {
    const cookie = await cookieOf()
    await signInAs(app, await createSignInAccount(app), { ...webHeaders, cookie })
    expect((await app.call(profile, {}, { as: null, headers: { cookie } })).status).toBe(401)
  })
})

describe('sign-in of a system account', () => {
  const secret = 'a long secret of the till'
  const addTill = async () => {
    const values = {
      Username: `till${make.nextNumber()}`,
      PasswordHash: await hash(secret, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
    }
    await make.account(app.db, systemWith('sales:write', 'sales:cancel'), values)
    return values.Username
  }

  test('system account sign-in: the credentials open a session of an hour with the account’s scopes', async () => {
    const { status, body } = await app.call(systemSignIn, { ClientId: await addTill(), ClientSecret: secret }, null)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { expires_in: 3600, scopes: ['sales:write', 'sales:cancel'] },
    })
    expect((await app.call(profile, {}, withToken(body.access_token))).status).toBe(403)
    app.clock.advance(3600)
    expect((await app.call(profile, {}, withToken(body.access_token))).status).toBe(401)
  })

  test('system account sign-in: the length of the session can be configured', async () => {
    await app.sql(`insert into setting (name, value) values ('access.systemSessionMinutes', '5')`)
    const { body } = await app.call(systemSignIn, { ClientId: await addTill(), ClientSecret: secret }, null)
    expect(body.expires_in).toBe(300)
    app.clock.advance(299)
    expect((await app.call(profile, {}, withToken(body.access_token))).status).toBe(403)
    app.clock.advance(1)
    expect((await app.call(profile, {}, withToken(body.access_token))).status).toBe(401)
    await app.sql(`delete from setting where name = 'access.systemSessionMinutes'`)
  })

  test.each([
    ['with a wrong secret', async () => ({ ClientId: await addTill(), ClientSecret: 'wrong' })],
    ['with an unknown client id', async () => ({ ClientId: 'unknown', ClientSecret: secret })],
    [
      'with the user name of a person',
      async () => ({ ClientId: (await createSignInAccount(app)).username, ClientSecret: 'a pearl for the counter' }),
    ],
  ])('system account sign-in %s is refused', async (_, credentials) => {
    expect(await app.call(systemSignIn, await credentials(), null)).toMatchObject({
      status: 401,
      refusal: { code: 'access.wrong_credentials' },
    })
  })

  const signInFrom = (ClientId: string, ClientSecret: string, ip = '10.6.0.1') =>
    app.call(systemSignIn, { ClientId, ClientSecret }, { as: null, ip })

  test('system account sign-in: wrong secrets delay only further wrong secrets, and tills with the right secret can sign in', async () => {
    const [username, otherUsername] = [await addTill(), await addTill()]
    for (let turn = 0; turn < 10; turn++) expect((await signInFrom(username, 'an old secret')).status).toBe(401)
    expect(await signInFrom(username, 'an old secret')).toMatchObject({
      status: 429,
      refusal: { code: 'access.too_many_tries' },
    })
    expect((await signInFrom(username, secret)).status).toBe(200)
    expect((await signInFrom(otherUsername, secret)).status).toBe(200)
    expect((await signInFrom(username, secret, '10.6.0.2')).status).toBe(200)
  })

  test('system account sign-in: a hundred wrong secrets block their network address but do not lock the account', async () => {
    const username = await addTill()
    for (let turn = 0; turn < 100; turn++) await signInFrom(`guess${turn}`, 'an old secret', '10.6.0.3')
    expect((await signInFrom('another', 'an old secret', '10.6.0.3')).status).toBe(429)
    expect((await signInFrom(username, secret, '10.6.0.3')).status).toBe(200)
  })
})

test('profile: a user without any role can read their own profile', async () => {
  expect((await app.call(profile, {}, staffWith())).body.user_info.roles).toEqual([])
})
