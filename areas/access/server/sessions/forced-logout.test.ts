import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { createSignInAccount, type SignedUp, signInAs } from '#tests/factories/sign-in.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { getBuildings } from '../../../staff/contract.ts'
import {
  addLoginActivity,
  endOtherSessions,
  endSession,
  endUserSessions,
  listLoginActivities,
  listOwnSessions,
  listSessions,
  profile,
} from '../../contract.ts'
import { describeDevice } from './device-of.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const tokenOf = async (user: SignedUp, headers = {}) => {
  // Advance the clock, so that the latest code is unambiguous.
  app.clock.advance(1)
  return (await signInAs(app, user, headers)).body.access_token
}
const ownSessions = async (token: string) => (await app.call(listOwnSessions, {}, withToken(token))).body.rows
/** Returns the id of this token's session. */
const sessionIdOf = async (token: string) => (await ownSessions(token)).find(({ IsThisOne }) => IsThisOne)!.SessionId
const manager = staffWith({ roles: ['Settings'], privileges: ['Force Logout'] })

describe('list of a user’s own sessions', () => {
  test('own sessions are listed with device, address and times, and the current one is marked', async () => {
    const user = await createSignInAccount(app)
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    const first = await tokenOf(user, { 'user-agent': chrome })
    app.clock.advance(59)
    await tokenOf(user, { 'user-agent': 'curl/8.9' })
    const rows = await ownSessions(first)
    expect(rows).toMatchObject([
      { Device: 'curl/8.9', IsThisOne: false, SourceIP: '127.0.0.1', SignedInAt: '2026-03-10T02:01:01.000Z' },
      { Device: 'Chrome, Windows', IsThisOne: true, SignedInAt: '2026-03-10T02:00:01.000Z' },
    ])
    expect(JSON.stringify(rows)).not.toContain(first)
  })

  test('own sessions: ended and expired sessions disappear from the list', async () => {
    const user = await createSignInAccount(app)
    const [firstToken, secondToken] = [await tokenOf(user), await tokenOf(user)]
    app.clock.advance(29 * 60)
    await app.call(profile, {}, withToken(firstToken))
    await expect.poll(async () => (await ownSessions(firstToken)).length).toBe(2)
    app.clock.advance(60)
    await expect.poll(async () => (await ownSessions(firstToken)).length).toBe(1)
    expect((await app.call(profile, {}, withToken(secondToken))).status).toBe(401)
  })

  test('own sessions can be ended one by one or all others at once, and their browsers show why', async () => {
    const user = await createSignInAccount(app)
    const [currentToken, shop, home] = [await tokenOf(user), await tokenOf(user), await tokenOf(user)]
    expect((await app.call(endSession, { SessionId: await sessionIdOf(shop) }, withToken(currentToken))).status).toBe(
      200,
    )
    expect(await app.call(profile, {}, withToken(shop))).toMatchObject({
      status: 401,
      refusal: {
        code: 'access.signed_out_elsewhere',
        message: 'You were signed out because you ended this session from another device at 10/03/2026 10:00:03 AM',
      },
    })
    expect((await app.call(endOtherSessions, {}, withToken(currentToken))).body).toEqual({ SessionsEnded: 1 })
    expect((await app.call(profile, {}, withToken(home))).status).toBe(401)
    expect((await app.call(profile, {}, withToken(currentToken))).status).toBe(200)
  })
})

describe('forced logout of another user', () => {
  test('forced logout: a user without the privilege gets 404 for another user’s session', async () => {
    const [user, otherUser] = [await createSignInAccount(app), await createSignInAccount(app)]
    const victim = await tokenOf(user)
    const SessionId = await sessionIdOf(victim)
    const stranger = withToken(await tokenOf(otherUser))

    const real = await app.call(endSession, { SessionId }, stranger)
    const invented = await app.call(endSession, { SessionId: 987_654_321 }, stranger)

    expect(real.status).toBe(404)
    expect({ ...real.refusal, requestId: '' }).toEqual({ ...invented.refusal, requestId: '' })
    expect((await app.call(profile, {}, withToken(victim))).status).toBe(200)
    expect((await app.call(listSessions, {}, stranger)).status).toBe(403)
    expect((await app.call(endUserSessions, { UserId: user.userId }, outletStaff)).status).toBe(403)
  })

  test('forced logout: the browser shows who ended the session and when, and the login activities record the logout', async () => {
    const user = await createSignInAccount(app)
    const token = await tokenOf(user)
    const SessionId = await sessionIdOf(token)
    expect((await app.call(endSession, { SessionId }, hq)).status).toBe(200)

    const reported = await app.call(profile, {}, withToken(token))
    const { FullName } = await app.db
      .selectFrom('Staff')
      .select('FullName')
      .where('StaffId', '=', (await app.token(hq)).staffId!)
      .executeTakeFirstOrThrow()
    expect(reported).toMatchObject({
      status: 401,
      refusal: {
        code: 'access.signed_out_by',
        message: `You were signed out because ${FullName} ended this session at 10/03/2026 10:00:01 AM`,
        params: { name: FullName, time: '10/03/2026 10:00:01 AM' },
      },
    })
    const lines = await app.call(listLoginActivities, { Search: { ObjectId: String(user.userId) } }, hq)
    expect(lines.body.rows[0]!.ActivityDescription).toMatch(/^Signed out by Aisha/)
    expect((await app.call(endSession, { SessionId }, hq)).status).toBe(404)
  })

  test('forced logout: outlet staff can end sessions of their own outlet only', async () => {
    const [ownOutletUser, otherOutletUser] = [
      await createSignInAccount(app),
      await createSignInAccount(app, { outlet: 'PAV' }),
    ]
    const [near, far] = [
      await sessionIdOf(await tokenOf(ownOutletUser)),
      await sessionIdOf(await tokenOf(otherOutletUser)),
    ]
    const visible = await app.call(listSessions, { Rows: 1000 }, manager)
    expect(new Set(visible.body.rows.map(({ OutletCode }) => OutletCode))).toEqual(new Set(['KLCC']))
    expect((await app.call(endSession, { SessionId: far }, manager)).status).toBe(404)
    expect((await app.call(endUserSessions, { UserId: otherOutletUser.userId }, manager)).status).toBe(404)
    expect((await app.call(endSession, { SessionId: near }, manager)).status).toBe(200)
  })

  test('forced logout: ending all sessions of one account leaves the sessions of other accounts open', async () => {
    const [user, other] = [await createSignInAccount(app), await createSignInAccount(app)]
    const tokens = [await tokenOf(user), await tokenOf(user)]
    const otherToken = await tokenOf(other)
    const listed = await app.call(listSessions, { Search: { Name: user.username } }, hq)
    expect(listed.body.count).toBe(2)
    expect((await app.call(endUserSessions, { UserId: user.userId }, hq)).body).toEqual({ SessionsEnded: 2 })
    for (const token of tokens) expect((await app.call(profile, {}, withToken(token))).status).toBe(401)
    expect((await app.call(profile, {}, withToken(otherToken))).status).toBe(200)
  })
})

describe('rights right after a logout or a revoked role', () => {
  let second: Awaited<ReturnType<typeof buildApp>>
  afterAll(() => second?.close())

  /** Simulates another process on the same database that receives no notifications. */
  const secondProcess = async () => {
    second ??= await buildApp({
      database: app.database,
      clock: app.clock.now,
      timeZone: 'Asia/Kuala_Lumpur',
      log: { level: 'silent' },
      limits: { perUser: 1_000_000, perAddress: 1_000_000 },
      services: app.services,
    })
    return second
  }

  const staffOf = `(select staff_id from user_account where user_id = $1)`
  test.each([
    ['the session was ended', undefined],
    ['the account was disabled', `update user_account set status = 'Disabled' where user_id = $1`],
    ['the person left', `update staff set status = 'Inactive' where staff_id = ${staffOf}`],
  ])(
    'after %s no process accepts another request of the session, even while forty clients keep trying',
    async (_, statement) => {
      const user = await createSignInAccount(app)
      const token = await tokenOf(user)
      const SessionId = await sessionIdOf(token)
      const secondServer = await secondProcess()
      let hasReplied = false
      let before = 0
      let slipped = 0
      let after = 0
      const headers = { authorization: `Bearer ${token}` }
      const worker = async (turn: number) => {
        while (after < 400) {
          const startedAfterReply = hasReplied
          const status =
            turn % 2 === 0
              ? (await app.call(getBuildings, {}, withToken(token))).status
              : (await secondServer.inject({ method: 'GET', url: `/api/1.0${getBuildings.path}`, headers })).statusCode
          if (!startedAfterReply) before += status === 200 ? 1 : 0
          else if (status === 401) after++
          else slipped++
        }
      }
      const workers = Array.from({ length: 40 }, (_one, turn) => worker(turn))
      await expect.poll(() => before).toBeGreaterThan(100)
      if (statement) await app.sql(statement, user.userId)
      else await app.call(endSession, { SessionId }, hq)
      hasReplied = true
      await Promise.all(workers)

      expect({ slipped, after: after >= 400 }).toEqual({ slipped: 0, after: true })
    },
  )

  test('a revoked role stops working with the next call', async () => {
    const user = await createSignInAccount(app, { roles: ['Settings'], privileges: ['Force Logout'], outlet: 'HQ' })
    const token = withToken(await tokenOf(user))
    expect((await app.call(listSessions, {}, token)).status).toBe(200)
    await app.sql('delete from user_role where user_id = $1', user.userId)
    expect((await app.call(listSessions, {}, token)).status).toBe(403)
  })
})

describe('notes in the login activities', () => {
  test('login activities: the server sets user, time and address of a note, and a note cannot imitate a sign-in', async () => {
    const user = await createSignInAccount(app)
    const token = withToken(await tokenOf(user))
    const note = { ActivityDescription: 'Passcode generated', ObjectType: 'Passcode', ObjectId: '17' }
    expect((await app.call(addLoginActivity, note, token)).status).toBe(200)
    const [first] = (await app.call(listLoginActivities, {}, token)).body.rows
    expect(first).toMatchObject({ ...note, SourceIP: '127.0.0.1', ActivityDateTime: '2026-03-10T02:00:01.000Z' })
    expect(first!.SessionId).toBeTruthy()
    expect((await app.call(addLoginActivity, { ...note, ObjectType: 'User' }, token)).status).toBe(400)
    const forged = { ...note, SourceIP: '8.8.8.8', ActivityDateTime: '2020-01-01T00:00:00Z' }
    expect((await app.call(addLoginActivity, forged as never, token)).status).toBe(200)
    const { rows } = (await app.call(listLoginActivities, {}, token)).body
    expect(new Set(rows.map(({ SourceIP }) => SourceIP))).toEqual(new Set(['127.0.0.1']))
  })
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604', 'Safari, iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140.0', 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['node', 'node'],
  [null, null],
])('device: %s is shown as %s', (userAgent, device) => expect(describeDevice(userAgent)).toBe(device))
