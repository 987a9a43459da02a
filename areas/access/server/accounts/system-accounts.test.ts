import { describe, expect, test } from 'vitest'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { lookupMember } from '../../../memberships/contract/counter.ts'
import {
  addSystemAccount,
  disableSystemAccount,
  enableSystemAccount,
  issueSystemCode,
  listSystemAccounts,
  rotateSystemAccountSecret,
  updateSystemAccount,
} from '../../contract/system-accounts.ts'
import { systemSignIn, systemSignInWithCode } from '../../contract.ts'

const app = useApp({ at: '2026-03-10T02:00:00Z' })
const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const requestToken = async (ClientId: string, ClientSecret: string) =>
  (await app.call(systemSignIn, { ClientId, ClientSecret }, null)).body.access_token
const addTill = (Username: string, more: object = {}) =>
  app.call(addSystemAccount, { Username, DisplayName: 'Till', Scopes: ['members:read'], ...more } as never)
const lookupStatus = async (token: string) =>
  (await app.call(lookupMember, { Typed: 'Nobody of this name' }, withToken(token))).status

test('system account: the secret is shown once, can be used to sign in, and cannot be read again', async () => {
  const { body, status } = await addTill('till.one')
  expect(status).toBe(201)
  const token = await requestToken('till.one', body.ClientSecret)
  expect(token).toBeTruthy()
  const list = await app.call(listSystemAccounts, {})
  expect(JSON.stringify(list.body)).not.toContain(body.ClientSecret)
  expect(list.body.rows.find(({ Username }) => Username === 'till.one')).toMatchObject({
    Scopes: ['members:read'],
    LastUsedAt: '2026-03-10T02:00:00.000Z',
    CallsPerMinute: null,
  })
  const auditRows = await app.sql<{ all: string }>(`select string_agg(a::text, '') as all from audit_record a`)
  expect(auditRows[0]!.all).not.toContain(body.ClientSecret)
  expect(auditRows[0]!.all).not.toContain('$argon2id')
})

test('system account: after a rotation the old and the new secret work in the grace period, afterwards only the new one', async () => {
  const { body } = await addTill('till.two')
  const rotated = await app.call(rotateSystemAccountSecret, { UserId: body.Account.UserId, GraceHours: 2 })
  expect(rotated.body.Account.PreviousValidUntil).toBe('2026-03-10T04:00:00.000Z')
  expect(await requestToken('till.two', body.ClientSecret)).toBeTruthy()
  expect(await requestToken('till.two', rotated.body.ClientSecret)).toBeTruthy()

  app.clock.advance(2 * 3600)
  expect(await requestToken('till.two', body.ClientSecret)).toBeUndefined()
  expect(await requestToken('till.two', rotated.body.ClientSecret)).toBeTruthy()
  app.clock.set('2026-03-10T02:00:00Z')
})

test('system account: a rotation without grace period ends the old secret at once', async () => {
  const { body } = await addTill('till.three')
  await app.call(rotateSystemAccountSecret, { UserId: body.Account.UserId, GraceHours: 0 })
  expect(await requestToken('till.three', body.ClientSecret)).toBeUndefined()
})

test('system account: changed scopes and limits apply from the next call, and disabling the account ends its session', async () => {
  const { body } = await addTill('till.four')
  const { UserId } = body.Account
  const token = await requestToken('till.four', body.ClientSecret)
  expect((await app.call(cardGroups.list, {}, withToken(token))).status).toBe(403)
  const allowed = await lookupStatus(token)
  expect(allowed).not.toBe(403)

  await app.call(updateSystemAccount, { UserId, Version: 1, Scopes: ['sales:write'], CallsPerMinute: 3 })
  expect(await lookupStatus(token)).toBe(403)
  const many = await Promise.all(Array.from({ length: 8 }, () => lookupStatus(token)))
  expect(many).toContain(429)
  await app.call(updateSystemAccount, { UserId, Version: 2, CallsPerMinute: null })
  app.fastify.forget('user', String(UserId))

  expect((await app.call(disableSystemAccount, { UserId })).body.Status).toBe('Disabled')
  expect(await lookupStatus(token)).toBe(401)
  expect(await requestToken('till.four', body.ClientSecret)).toBeUndefined()
  expect((await app.call(rotateSystemAccountSecret, { UserId }, hq)).refusal.code).toBe('access.system_disabled')
  await app.call(enableSystemAccount, { UserId })
  expect(await requestToken('till.four', body.ClientSecret)).toBeTruthy()
})

describe('one-time code of a system account', () => {
  let accountCount = 0
  const addAccount = async () => (await addTill(`till.code${++accountCount}`)).body.Account
  const issueCode = async (UserId: number) => (await app.call(issueSystemCode, { UserId })).body
  const signInWithCode = (ClientId: string, Code: string, ip = `10.8.0.${accountCount}`) =>
    app.call(systemSignInWithCode, { ClientId, Code }, { as: null, ip })

  test('one-time code of a system account: opens one session with the account’s scopes and does not work twice', async () => {
    const { UserId, Username } = await addAccount()
    const { Code, ExpiresAt } = await issueCode(UserId)
    expect(ExpiresAt).toBe('2026-03-10T02:10:00.000Z')
    const { status, body } = await signInWithCode(Username, Code)
    expect({ status, body }).toMatchObject({ status: 200, body: { expires_in: 3600, scopes: ['members:read'] } })
    expect(await lookupStatus(body.access_token)).not.toBe(401)
    expect((await signInWithCode(Username, Code)).refusal.code).toBe('access.wrong_code')
  })

  test('one-time code of a system account: of twenty concurrent sign-ins with one code exactly one succeeds', async () => {
    const { UserId, Username } = await addAccount()
    const { Code } = await issueCode(UserId)
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => signInWithCode(Username, Code, `10.8.1.${turn}`)),
    )
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('one-time code of a system account: is accepted in lower case, with spaces, and with O for zero or L for one', async () => {
    const { UserId, Username } = await addAccount()
    const { Code } = await issueCode(UserId)
    const typed = ` ${Code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect((await signInWithCode(Username, typed)).status).toBe(200)
  })

  test.each([
    ['after its validity', async () => app.clock.advance(600)],
    ['once a newer code was issued', issueCode],
    ['for another account', () => {}, 'till.one'],
    [
      'once the account was disabled, even if the account is enabled again',
      async (UserId: number) => {
        await app.call(disableSystemAccount, { UserId })
        await app.call(enableSystemAccount, { UserId })
      },
    ],
  ])(
    'one-time code of a system account: is refused %s',
    async (_, prepare: (UserId: number) => unknown, otherUsername?: string) => {
      const { UserId, Username } = await addAccount()
      const { Code } = await issueCode(UserId)
      await prepare(UserId)
      expect(await signInWithCode(otherUsername ?? Username, Code)).toMatchObject({
        status: 401,
        refusal: { code: 'access.wrong_code' },
      })
      app.clock.set('2026-03-10T02:00:00Z')
    },
  )

  test('one-time code of a system account: ten wrong codes delay their network, and the right code works from other networks', async () => {
    const { UserId, Username } = await addAccount()
    const { Code } = await issueCode(UserId)
    for (let turn = 0; turn < 10; turn++) expect((await signInWithCode(Username, `WRONG-${turn}`)).status).toBe(401)
    expect(await signInWithCode(Username, Code)).toMatchObject({
      status: 429,
      refusal: { code: 'access.too_many_tries' },
    })
    expect((await signInWithCode(Username, Code, '10.8.2.1')).status).toBe(200)
  })

  test('one-time code of a system account: the code is stored only as a hash; logs show who issued and used the code', async () => {
    const { UserId, Username } = await addAccount()
    const { Code } = await issueCode(UserId)
    await signInWithCode(Username, Code)
    const storedRows = await app.sql<{ all: string }>(
      `select (select string_agg(c::text, '') from sign_in_challenge c) || (select string_agg(a::text, '') from audit_log a)
         || (select string_agg(l::text, '') from login_activity l) as all`,
    )
    expect(storedRows[0]!.all).not.toContain(Code)
    expect(storedRows[0]!.all).not.toContain(Code.replaceAll('-', ''))
    expect(storedRows[0]!.all).toContain(`Issue One-Time Code in User Roles. UserId - ${UserId}`)
    const [activity] = await app.sql<{ description: string }>(
      `select activity_description as description from login_activity where object_id = '${UserId}' order by login_activity_id desc limit 1`,
    )
    expect(activity!.description).toBe('Signed in with a one-time code')
  })

  test('one-time code of a system account: a disabled account gets no code, and a user with fewer rights cannot issue one', async () => {
    const { UserId } = await addAccount()
    const lesser = staffWith({ roles: ['User Roles'], privileges: [], outlet: 'HQ' })
    expect((await app.call(issueSystemCode, { UserId }, lesser)).refusal.code).toBe('access.upwards')
    await app.call(disableSystemAccount, { UserId })
    expect((await app.call(issueSystemCode, { UserId })).refusal.code).toBe('access.system_disabled')
  })
})
