import { describe, expect, test } from 'vitest'
import { listCardGroups } from '#areas/tiers/contract/card-groups.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { lookupMember } from '../../../memberships/contract/counter.ts'
import {
  addSystemAccount,
  disableSystemAccount,
  enableSystemAccount,
  issueSystemCode,
  listSystemAccounts,
  rotateSecret,
  updateSystemAccount,
} from '../../contract/system-accounts.ts'
import { systemSignIn, systemSignInWithCode } from '../../contract.ts'

const app = useApp({ at: '2026-03-10T02:00:00Z' })
const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const tokenWith = async (ClientId: string, ClientSecret: string) =>
  (await app.call(systemSignIn, { ClientId, ClientSecret }, null)).body.access_token
const till = (Username: string, more: object = {}) =>
  app.call(addSystemAccount, { Username, DisplayName: 'Till', Scopes: ['members:read'], ...more } as never)
const statusOf = async (token: string) =>
  (await app.call(lookupMember, { Typed: 'Nobody of this name' }, withToken(token))).status

test('a program’s secret is told once, works, and is nowhere to be read again', async () => {
  const { body, status } = await till('till.one')
  expect(status).toBe(201)
  const token = await tokenWith('till.one', body.ClientSecret)
  expect(token).toBeTruthy()
  const list = await app.call(listSystemAccounts, {})
  expect(JSON.stringify(list.body)).not.toContain(body.ClientSecret)
  expect(list.body.rows.find(({ Username }) => Username === 'till.one')).toMatchObject({
    Scopes: ['members:read'],
    LastUsedAt: '2026-03-10T02:00:00.000Z',
    CallsPerMinute: null,
  })
  const kept = await app.sql<{ all: string }>(`select string_agg(a::text, '') as all from audit_record a`)
  expect(kept[0]!.all).not.toContain(body.ClientSecret)
  expect(kept[0]!.all).not.toContain('$argon2id')
})

test('after a new secret both count during the grace, and only the new one afterwards', async () => {
  const { body } = await till('till.two')
  const rotated = await app.call(rotateSecret, { UserId: body.Account.UserId, GraceHours: 2 })
  expect(rotated.body.Account.PreviousValidUntil).toBe('2026-03-10T04:00:00.000Z')
  expect(await tokenWith('till.two', body.ClientSecret)).toBeTruthy()
  expect(await tokenWith('till.two', rotated.body.ClientSecret)).toBeTruthy()

  app.clock.advance(2 * 3600)
  expect(await tokenWith('till.two', body.ClientSecret)).toBeUndefined()
  expect(await tokenWith('till.two', rotated.body.ClientSecret)).toBeTruthy()
  app.clock.set('2026-03-10T02:00:00Z')
})

test('without grace the earlier secret ends at once', async () => {
  const { body } = await till('till.three')
  await app.call(rotateSecret, { UserId: body.Account.UserId, GraceHours: 0 })
  expect(await tokenWith('till.three', body.ClientSecret)).toBeUndefined()
})

test('scopes and the limit of an account count from its next call, and disabling ends it', async () => {
  const { body } = await till('till.four')
  const { UserId } = body.Account
  const token = await tokenWith('till.four', body.ClientSecret)
  expect((await app.call(listCardGroups, {}, withToken(token))).status).toBe(403)
  const allowed = await statusOf(token)
  expect(allowed).not.toBe(403)

  await app.call(updateSystemAccount, { UserId, Version: 1, Scopes: ['sales:write'], CallsPerMinute: 3 })
  expect(await statusOf(token)).toBe(403)
  const many = await Promise.all(Array.from({ length: 8 }, () => statusOf(token)))
  expect(many).toContain(429)
  await app.call(updateSystemAccount, { UserId, Version: 2, CallsPerMinute: null })
  app.fastify.forget('user', String(UserId))

  expect((await app.call(disableSystemAccount, { UserId })).body.Status).toBe('Disabled')
  expect(await statusOf(token)).toBe(401)
  expect(await tokenWith('till.four', body.ClientSecret)).toBeUndefined()
  expect((await app.call(rotateSecret, { UserId }, hq)).refusal.code).toBe('access.system_disabled')
  await app.call(enableSystemAccount, { UserId })
  expect(await tokenWith('till.four', body.ClientSecret)).toBeTruthy()
})

describe('a one-time code of a system account', () => {
  let made = 0
  const account = async () => (await till(`till.code${++made}`)).body.Account
  const issued = async (UserId: number) => (await app.call(issueSystemCode, { UserId })).body
  const enter = (ClientId: string, Code: string, ip = `10.8.0.${made}`) =>
    app.call(systemSignInWithCode, { ClientId, Code }, { as: null, ip })

  test('opens one session with the scopes of the account, and no second one', async () => {
    const { UserId, Username } = await account()
    const { Code, ExpiresAt } = await issued(UserId)
    expect(ExpiresAt).toBe('2026-03-10T02:10:00.000Z')
    const { status, body } = await enter(Username, Code)
    expect({ status, body }).toMatchObject({ status: 200, body: { expires_in: 3600, scopes: ['members:read'] } })
    expect(await statusOf(body.access_token)).not.toBe(401)
    expect((await enter(Username, Code)).refusal.code).toBe('access.wrong_code')
  })

  test('entered by twenty at once lets one of them in', async () => {
    const { UserId, Username } = await account()
    const { Code } = await issued(UserId)
    const many = await Promise.all(Array.from({ length: 20 }, (_, turn) => enter(Username, Code, `10.8.1.${turn}`)))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is read out: small letters, blanks and an O for a zero do no harm', async () => {
    const { UserId, Username } = await account()
    const { Code } = await issued(UserId)
    const typed = ` ${Code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect((await enter(Username, typed)).status).toBe(200)
  })

  test.each([
    ['after its minutes', async () => app.clock.advance(600)],
    ['once a newer one was issued', issued],
    ['by another account', () => {}, 'till.one'],
    [
      'once the account was disabled, even when it is enabled again',
      async (UserId: number) => {
        await app.call(disableSystemAccount, { UserId })
        await app.call(enableSystemAccount, { UserId })
      },
    ],
  ])('is refused %s', async (_, before: (UserId: number) => unknown, other?: string) => {
    const { UserId, Username } = await account()
    const { Code } = await issued(UserId)
    await before(UserId)
    expect(await enter(other ?? Username, Code)).toMatchObject({
      status: 401,
      refusal: { code: 'access.wrong_code' },
    })
    app.clock.set('2026-03-10T02:00:00Z')
  })

  test('is guessed ten times, then each try waits; anyone who has it comes in from elsewhere', async () => {
    const { UserId, Username } = await account()
    const { Code } = await issued(UserId)
    for (let turn = 0; turn < 10; turn++) expect((await enter(Username, `WRONG-${turn}`)).status).toBe(401)
    expect(await enter(Username, Code)).toMatchObject({ status: 429, refusal: { code: 'access.too_many_tries' } })
    expect((await enter(Username, Code, '10.8.2.1')).status).toBe(200)
  })

  test('is kept nowhere but as a hash, and who issued and who used it stands in the logs', async () => {
    const { UserId, Username } = await account()
    const { Code } = await issued(UserId)
    await enter(Username, Code)
    const kept = await app.sql<{ all: string }>(
      `select (select string_agg(c::text, '') from sign_in_challenge c) || (select string_agg(a::text, '') from audit_log a)
         || (select string_agg(l::text, '') from login_activity l) as all`,
    )
    expect(kept[0]!.all).not.toContain(Code)
    expect(kept[0]!.all).not.toContain(Code.replaceAll('-', ''))
    expect(kept[0]!.all).toContain(`Issue One-Time Code in User Roles. UserId - ${UserId}`)
    const [activity] = await app.sql<{ description: string }>(
      `select activity_description as description from login_activity where object_id = '${UserId}' order by login_activity_id desc limit 1`,
    )
    expect(activity!.description).toBe('Signed in with a one-time code')
  })

  test('is not issued for a disabled account, nor by somebody who may do less than it', async () => {
    const { UserId } = await account()
    const lesser = staffWith({ roles: ['User Roles'], privileges: [], outlet: 'HQ' })
    expect((await app.call(issueSystemCode, { UserId }, lesser)).refusal.code).toBe('access.upwards')
    await app.call(disableSystemAccount, { UserId })
    expect((await app.call(issueSystemCode, { UserId })).refusal.code).toBe('access.system_disabled')
  })
})
