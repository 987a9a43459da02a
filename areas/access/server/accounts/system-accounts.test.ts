import { expect, test } from 'vitest'
import { hq, useApp } from '#tests/harness.ts'
import { listCardGroups } from '../../../memberships/contract/card-groups.ts'
import { lookupMember } from '../../../memberships/contract/counter.ts'
import {
  addSystemAccount,
  disableSystemAccount,
  enableSystemAccount,
  listSystemAccounts,
  rotateSecret,
  updateSystemAccount,
} from '../../contract/system-accounts.ts'
import { systemSignIn } from '../../contract.ts'

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
