import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { type SignedUp, signedUp, signInAs } from '#tests/factories/sign-in.ts'
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
import { deviceOf } from './device-of.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const tokenOf = async (user: SignedUp, headers = {}) => {
  // Each in a moment of its own, so that the latest code is the latest.
  app.clock.advance(1)
  return (await signInAs(app, user, headers)).body.access_token
}
const ownOf = async (token: string) => (await app.call(listOwnSessions, {}, withToken(token))).body.rows
/** The session of this token itself. */
const idOf = async (token: string) => (await ownOf(token)).find(({ IsThisOne }) => IsThisOne)!.SessionId
const manager = staffWith({ roles: ['Settings'], privileges: ['Force Logout'] })

describe('one’s own sessions', () => {
  test('are listed with device, address and times, and say which one this is', async () => {
    const user = await signedUp(app)
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    const first = await tokenOf(user, { 'user-agent': chrome })
    app.clock.advance(59)
    await tokenOf(user, { 'user-agent': 'curl/8.9' })
    const rows = await ownOf(first)
    expect(rows).toMatchObject([
      { Device: 'curl/8.9', IsThisOne: false, SourceIP: '127.0.0.1', SignedInAt: '2026-03-10T02:01:01.000Z' },
      { Device: 'Chrome, Windows', IsThisOne: true, SignedInAt: '2026-03-10T02:00:01.000Z' },
    ])
    expect(JSON.stringify(rows)).not.toContain(first)
  })

  test('leave the list when they end, by the clock too', async () => {
    const user = await signedUp(app)
    const [one, two] = [await tokenOf(user), await tokenOf(user)]
    app.clock.advance(29 * 60)
    await app.call(profile, {}, withToken(one))
    await expect.poll(async () => (await ownOf(one)).length).toBe(2)
    app.clock.advance(60)
    await expect.poll(async () => (await ownOf(one)).length).toBe(1)
    expect((await app.call(profile, {}, withToken(two))).status).toBe(401)
  })

  test('can be ended one by one, or all others at once, and their browsers are told', async () => {
    const user = await signedUp(app)
    const [here, shop, home] = [await tokenOf(user), await tokenOf(user), await tokenOf(user)]
    expect((await app.call(endSession, { SessionId: await idOf(shop) }, withToken(here))).status).toBe(200)
    expect(await app.call(profile, {}, withToken(shop))).toMatchObject({
      status: 401,
      refusal: {
        code: 'access.signed_out_elsewhere',
        message: 'You were signed out because you ended this session from another device at 10/03/2026 10:00:03 AM',
      },
    })
    expect((await app.call(endOtherSessions, {}, withToken(here))).body).toEqual({ SessionsEnded: 1 })
    expect((await app.call(profile, {}, withToken(home))).status).toBe(401)
    expect((await app.call(profile, {}, withToken(here))).status).toBe(200)
  })
})

describe('ending somebody else’s session', () => {
  test('is impossible without the privilege: the session is not there (22)', async () => {
    const [user, other] = [await signedUp(app), await signedUp(app)]
    const victim = await tokenOf(user)
    const SessionId = await idOf(victim)
    const stranger = withToken(await tokenOf(other))

    const real = await app.call(endSession, { SessionId }, stranger)
    const invented = await app.call(endSession, { SessionId: 987_654_321 }, stranger)

    expect(real.status).toBe(404)
    expect({ ...real.refusal, requestId: '' }).toEqual({ ...invented.refusal, requestId: '' })
    expect((await app.call(profile, {}, withToken(victim))).status).toBe(200)
    expect((await app.call(listSessions, {}, stranger)).status).toBe(403)
    expect((await app.call(endUserSessions, { UserId: user.userId }, outletStaff)).status).toBe(403)
  })

  test('tells its browser who did it and when, and stands in the login activities of its owner', async () => {
    const user = await signedUp(app)
    const token = await tokenOf(user)
    const SessionId = await idOf(token)
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

  test('stays within one’s own outlet outside of head office', async () => {
    const [mine, theirs] = [await signedUp(app), await signedUp(app, { outlet: 'PAV' })]
    const [near, far] = [await idOf(await tokenOf(mine)), await idOf(await tokenOf(theirs))]
    const seen = await app.call(listSessions, { Rows: 1000 }, manager)
    expect(new Set(seen.body.rows.map(({ OutletCode }) => OutletCode))).toEqual(new Set(['KLCC']))
    expect((await app.call(endSession, { SessionId: far }, manager)).status).toBe(404)
    expect((await app.call(endUserSessions, { UserId: theirs.userId }, manager)).status).toBe(404)
    expect((await app.call(endSession, { SessionId: near }, manager)).status).toBe(200)
  })

  test('of all sessions of one account leaves those of others', async () => {
    const [user, other] = [await signedUp(app), await signedUp(app)]
    const tokens = [await tokenOf(user), await tokenOf(user)]
    const kept = await tokenOf(other)
    const found = await app.call(listSessions, { Search: { Name: user.username } }, hq)
    expect(found.body.count).toBe(2)
    expect((await app.call(endUserSessions, { UserId: user.userId }, hq)).body).toEqual({ SessionsEnded: 2 })
    for (const token of tokens) expect((await app.call(profile, {}, withToken(token))).status).toBe(401)
    expect((await app.call(profile, {}, withToken(kept))).status).toBe(200)
  })
})

describe('once the logout has been answered (21, 23)', () => {
  let second: Awaited<ReturnType<typeof buildApp>>
  afterAll(() => second?.close())

  /** Another process on the same database, which nobody tells anything. */
  const secondProcess = async () => {
    second ??= await buildApp({
      database: app.database,
      clock: app.clock.now,
      timeZone: 'Asia/Kuala_Lumpur',
      log: { level: 'silent' },
      limits: { perUser: 1_000_000, perStranger: 1_000_000 },
      services: app.services,
    })
    return second
  }

  const staffOf = `(select staff_id from user_account where user_id = $1)`
  test.each([
    ['the session was ended', undefined],
    ['the account was disabled', `update user_account set status = 'Disabled' where user_id = $1`],
    ['the person left', `update staff set status = 'Inactive' where staff_id = ${staffOf}`],
  ])('no new request succeeds in any process after %s, while forty at once go on trying', async (_, statement) => {
    const user = await signedUp(app)
    const token = await tokenOf(user)
    const SessionId = await idOf(token)
    const other = await secondProcess()
    let answered = false
    let before = 0
    let slipped = 0
    let after = 0
    const headers = { authorization: `Bearer ${token}` }
    const worker = async (turn: number) => {
      while (after < 400) {
        const late = answered
        const status =
          turn % 2 === 0
            ? (await app.call(getBuildings, {}, withToken(token))).status
            : (await other.inject({ method: 'GET', url: `/api/1.0${getBuildings.path}`, headers })).statusCode
        if (!late) before += status === 200 ? 1 : 0
        else if (status === 401) after++
        else slipped++
      }
    }
    const workers = Array.from({ length: 40 }, (_one, turn) => worker(turn))
    await expect.poll(() => before).toBeGreaterThan(100)
    if (statement) await app.sql(statement, user.userId)
    else await app.call(endSession, { SessionId }, hq)
    answered = true
    await Promise.all(workers)

    expect({ slipped, after: after >= 400 }).toEqual({ slipped: 0, after: true })
  })

  test('a role that was taken opens nothing from the next call on (A5)', async () => {
    const user = await signedUp(app, { roles: ['Settings'], privileges: ['Force Logout'], outlet: 'HQ' })
    const token = withToken(await tokenOf(user))
    expect((await app.call(listSessions, {}, token)).status).toBe(200)
    await app.sql('delete from user_role where user_id = $1', user.userId)
    expect((await app.call(listSessions, {}, token)).status).toBe(403)
  })
})

describe('a note in the login activities', () => {
  test('is the server’s in who, when and where, and cannot pass for a line of the door', async () => {
    const user = await signedUp(app)
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
])('%s is shown as %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
