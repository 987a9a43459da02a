import { beforeEach, describe, expect, test } from 'vitest'
import { anyAddress } from '#tests/factories/self-service.ts'
import { clearCodeInterval, codeSentTo, createSignInAccount, password, signInAs } from '#tests/factories/sign-in.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { listLoginActivities, profile, resendSignInCode, signIn, verifySignIn } from '../contract.ts'
import { hashPassword } from './passwords.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at, demo: true })
beforeEach(() => app.clock.set(at))

describe('sign-in', () => {
  test('sign-in: the password and the sent code open a session with the account’s rights', async () => {
    const user = await createSignInAccount(app, { roles: ['Customer'], privileges: ['Export Data'] })

    const requested = await app.call(signIn, { Username: user.username.toUpperCase(), Password: password }, null)
    expect(requested).toMatchObject({ status: 200, body: { ExpiresIn: 600, ResendIn: 60 } })
    expect(requested.body.SentTo).toMatch(/^s•••@carat\.example$/)
    const Code = await codeSentTo(app, user.email)
    expect(Code).toMatch(/^\d{6}$/)
    const verified = await app.call(verifySignIn, { ChallengeId: requested.body.ChallengeId, Code }, null)

    expect(verified).toMatchObject({
      status: 200,
      body: {
        customer_id: null,
        expires_in: 43_200,
        user_info: { username: user.username, roles: ['Customer'], privileges: ['Export Data'] },
      },
    })
    expect(verified.headers['set-cookie']).toBeUndefined()
    const profileReply = await app.call(
      profile,
      {},
      { as: null, headers: { authorization: `Bearer ${verified.body.access_token}` } },
    )
    expect(profileReply).toMatchObject({
      status: 200,
      body: { user_info: { building: { code: 'KLCC' }, staff: { staff_type: { name: 'Outlet Staff' } } } },
    })
  })

  test('sign-in: neither the token nor the code is stored in the database', async () => {
    const user = await createSignInAccount(app)
    const requested = await app.call(signIn, { Username: user.username, Password: password }, null)
    const Code = await codeSentTo(app, user.email)
    const { body } = await app.call(verifySignIn, { ChallengeId: requested.body.ChallengeId, Code }, null)

    const stored = JSON.stringify(
      await Promise.all([app.sql('select * from session'), app.sql('select * from sign_in_challenge')]),
    )
    expect(stored).not.toContain(body.access_token)
    expect(stored).not.toContain(requested.body.ChallengeId)
    expect(stored).not.toContain(Code)
  })

  test('sign-in: the web app gets an HttpOnly cookie and no token', async () => {
    const user = await createSignInAccount(app)
    const { headers, body } = await signInAs(app, user, { 'x-carat-client': 'web' })

    expect(body.access_token).toBe('cookie')
    expect(headers['set-cookie']).toMatch(/^sid=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('sign-in: a wrong password, an unknown name and a disabled account get the same error', async () => {
    const user = await createSignInAccount(app)
    const disabled = await createSignInAccount(app)
    await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, disabled.userId)

    const answers = await Promise.all([
      app.call(signIn, { Username: user.username, Password: 'not this one, sorry' }, null),
      app.call(signIn, { Username: 'unknown.user', Password: password }, null),
      app.call(signIn, { Username: disabled.username, Password: password }, null),
    ])
    for (const { status, refusal } of answers) {
      expect(status).toBe(401)
      expect({ ...refusal, requestId: '' }).toEqual({ ...answers[0]!.refusal, requestId: '' })
    }
  })

  test('sign-in: an unknown user name takes about as much processor time as a wrong password', async () => {
    const user = await createSignInAccount(app)
    const real = await hashPassword(password)
    await app.sql('update user_account set password_hash = $2 where user_id = $1', user.userId, real)
    // Measure the CPU time of all threads, so that other load does not matter.
    const cpuTimeOf = async (Username: string) => {
      const start = process.cpuUsage()
      await app.call(signIn, { Username, Password: 'not this one, sorry' }, { as: null, ip: anyAddress() })
      const { user: userTime, system } = process.cpuUsage(start)
      return (userTime + system) / 1000
    }
    const median = (values: number[]) => values.sort((first, second) => first - second)[Math.floor(values.length / 2)]!
    const knownTimes: number[] = []
    const unknown: number[] = []
    for (let turn = 0; turn < 15; turn++) {
      knownTimes.push(await cpuTimeOf(user.username))
      unknown.push(await cpuTimeOf(`unknown${turn}`))
    }
    // Comparing the password takes nearly all of the time.
    expect(Math.abs(median(knownTimes) - median(unknown))).toBeLessThan(median(knownTimes) / 2)
  })

  test.each([
    ['no password', { Username: 'hq' }],
    ['a password of 129 characters', { Username: 'hq', Password: 'x'.repeat(129) }],
    ['an unknown field', { Username: 'hq', Password: 'x', Remember: true }],
  ])('sign-in: %s is refused as malformed', async (_, body) => {
    expect(await app.call(signIn, body as never, null)).toMatchObject({ status: 400, refusal: { code: 'kit.invalid' } })
  })
})

describe('wrong passwords at sign-in', () => {
  test('ten wrong passwords delay sign-ins to the account from that network, and not from other networks', async () => {
    const user = await createSignInAccount(app)
    const enterWrongPassword = (ip: string) =>
      app.call(signIn, { Username: user.username, Password: 'not this one, sorry' }, { as: null, ip })
    for (let turn = 0; turn < 10; turn++) expect((await enterWrongPassword('10.9.0.1')).status).toBe(401)

    const refused = await enterWrongPassword('10.9.0.1')
    expect(refused).toMatchObject({ status: 429, refusal: { code: 'access.too_many_tries', params: { seconds: 1 } } })
    expect(refused.headers['retry-after']).toBe('1')
    const right = { Username: user.username, Password: password }
    expect((await app.call(signIn, right, { as: null, ip: '10.9.0.1' })).status).toBe(429)
    expect((await app.call(signIn, right, { as: null, ip: '10.9.0.2' })).status).toBe(200)
    app.clock.advance(1)
    await clearCodeInterval(app)
    expect((await app.call(signIn, right, { as: null, ip: '10.9.0.1' })).status).toBe(200)
  })

  test('each further wrong password doubles the delay, up to five minutes', async () => {
    const user = await createSignInAccount(app)
    const enterWrongPassword = () =>
      app.call(signIn, { Username: user.username, Password: 'not this one, sorry' }, { as: null, ip: '10.9.0.3' })
    for (let turn = 0; turn < 10; turn++) await enterWrongPassword()

    const delays: number[] = []
    for (let turn = 0; turn < 10; turn++) {
      const seconds = (await enterWrongPassword()).refusal.params.seconds as number
      delays.push(seconds)
      app.clock.advance(seconds)
      expect((await enterWrongPassword()).status).toBe(401)
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300])
  })

  test('wrong passwords are counted before the comparison, so concurrent attempts cannot exceed the limit', async () => {
    const user = await createSignInAccount(app)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        app.call(signIn, { Username: user.username, Password: 'not this one, sorry' }, { as: null, ip: '10.9.0.4' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  test('a network address can send a hundred wrong passwords an hour, for all accounts together', async () => {
    const enterWrongPassword = (name: string) =>
      app.call(signIn, { Username: name, Password: 'not this one, sorry' }, { as: null, ip: '10.9.0.5' })
    for (let turn = 0; turn < 100; turn++) expect((await enterWrongPassword(`guess${turn}`)).status).toBe(401)
    expect((await enterWrongPassword('another')).status).toBe(429)
  })

  test('a wrong password is recorded in the account’s login activities without the typed text', async () => {
    const user = await createSignInAccount(app)
    await app.call(signIn, { Username: user.username, Password: 'my other secret word' }, null)
    const rows = await app.sql<{ activity_description: string }>(
      `select * from login_activity where object_id = $1`,
      String(user.userId),
    )
    expect(rows).toMatchObject([
      { object_type: 'User', activity_description: 'Wrong user name or password', source_ip: '127.0.0.1' },
    ])
    expect(JSON.stringify(await app.sql('select * from login_activity'))).not.toContain('secret word')
  })
})

describe('one-time code at sign-in', () => {
  test('one-time code: four wrong attempts are allowed, and the fifth voids the code', async () => {
    const user = await createSignInAccount(app)
    const { ChallengeId } = (await app.call(signIn, { Username: user.username, Password: password }, null)).body
    const Code = await codeSentTo(app, user.email)
    const wrong = Code === '000000' ? '111111' : '000000'
    for (let turn = 0; turn < 5; turn++)
      expect(await app.call(verifySignIn, { ChallengeId, Code: wrong }, null)).toMatchObject({
        status: 401,
        refusal: { code: 'access.wrong_code', message: 'Invalid verification code' },
      })
    expect(await app.call(verifySignIn, { ChallengeId, Code }, null)).toMatchObject({
      status: 401,
      refusal: { code: 'access.code_expired' },
    })
  })

  test('one-time code: of two hundred guesses sent at once only five are compared', async () => {
    const user = await createSignInAccount(app)
    const { ChallengeId } = (await app.call(signIn, { Username: user.username, Password: password }, null)).body
    const Code = await codeSentTo(app, user.email)
    const guesses = Array.from({ length: 200 }, (_, index) =>
      String((Number(Code) + 1 + index) % 1_000_000).padStart(6, '0'),
    )
    const answers = await Promise.all(
      guesses.map((guess) => app.call(verifySignIn, { ChallengeId, Code: guess }, null)),
    )

    expect(answers.filter(({ refusal }) => refusal.code === 'access.wrong_code')).toHaveLength(5)
    expect(answers.filter(({ refusal }) => refusal.code === 'access.code_expired')).toHaveLength(195)
    expect((await app.call(verifySignIn, { ChallengeId, Code }, null)).status).toBe(401)
  })

  test('one-time code: a code submitted fifty times at once opens one session', async () => {
    const user = await createSignInAccount(app)
    const { ChallengeId } = (await app.call(signIn, { Username: user.username, Password: password }, null)).body
    const Code = await codeSentTo(app, user.email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.call(verifySignIn, { ChallengeId, Code }, null)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await app.sql('select from session where user_id = $1', user.userId)).toHaveLength(1)
  })

  test('one-time code: a code is valid for ten minutes', async () => {
    const user = await createSignInAccount(app)
    const { ChallengeId } = (await app.call(signIn, { Username: user.username, Password: password }, null)).body
    const Code = await codeSentTo(app, user.email)
    app.clock.advance(600)
    expect(await app.call(verifySignIn, { ChallengeId, Code }, null)).toMatchObject({
      status: 401,
      refusal: { code: 'access.code_expired' },
    })
  })

  test('one-time code: a code works only for the user to whom it was sent', async () => {
    const [firstUser, otherUser] = [await createSignInAccount(app), await createSignInAccount(app)]
    const requested = await app.call(signIn, { Username: firstUser.username, Password: password }, null)
    await app.call(signIn, { Username: otherUser.username, Password: password }, null)
    const Code = await codeSentTo(app, otherUser.email)
    expect(await app.call(verifySignIn, { ChallengeId: requested.body.ChallengeId, Code }, null)).toMatchObject({
      status: 401,
    })
  })

  test('one-time code: a new code can be requested after a minute and voids the previous code', async () => {
    const user = await createSignInAccount(app)
    const { ChallengeId } = (await app.call(signIn, { Username: user.username, Password: password }, null)).body
    const first = await codeSentTo(app, user.email)
    app.clock.advance(40)
    expect(await app.call(resendSignInCode, { ChallengeId }, null)).toMatchObject({
      status: 429,
      refusal: { params: { seconds: 20 } },
    })
    app.clock.advance(20)
    expect(await app.call(resendSignInCode, { ChallengeId }, null)).toMatchObject({
      status: 200,
      body: { ChallengeId, ResendIn: 60 },
    })
    const second = await codeSentTo(app, user.email)
    expect(second).not.toBe(first)
    expect((await app.call(verifySignIn, { ChallengeId, Code: first }, null)).status).toBe(401)
    expect((await app.call(verifySignIn, { ChallengeId, Code: second }, null)).status).toBe(200)
  })

  test('one-time code: one sign-in gets at most five codes', async () => {
    const user = await createSignInAccount(app)
    const { ChallengeId } = (await app.call(signIn, { Username: user.username, Password: password }, null)).body
    for (let turn = 0; turn < 4; turn++) {
      app.clock.advance(60)
      expect((await app.call(resendSignInCode, { ChallengeId }, null)).status).toBe(200)
    }
    app.clock.advance(60)
    expect(await app.call(resendSignInCode, { ChallengeId }, null)).toMatchObject({
      status: 401,
      refusal: { code: 'access.code_expired' },
    })
  })

  test('one-time code: once the account is disabled, its code is refused and no new code is sent', async () => {
    const user = await createSignInAccount(app)
    const { ChallengeId } = (await app.call(signIn, { Username: user.username, Password: password }, null)).body
    const Code = await codeSentTo(app, user.email)
    await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, user.userId)
    expect((await app.call(verifySignIn, { ChallengeId, Code }, null)).status).toBe(401)
    app.clock.advance(60)
    expect((await app.call(resendSignInCode, { ChallengeId }, null)).status).toBe(401)
  })

  test.each(['unknown', ''])('one-time code: a code for the unknown challenge "%s" is refused', async (ChallengeId) => {
    expect(await app.call(verifySignIn, { ChallengeId, Code: '123456' }, null)).toMatchObject({ status: 401 })
    expect(await app.call(resendSignInCode, { ChallengeId }, null)).toMatchObject({ status: 401 })
  })
})

describe('login activities of users', () => {
  test('login activities: users see their own activities, newest first; those of all users need the privilege View Audit', async () => {
    const user = await createSignInAccount(app)
    await app.call(signIn, { Username: user.username, Password: 'not this one, sorry' }, null)
    app.clock.advance(5)
    const { body } = await signInAs(app, user)
    const ownActivities = await app.call(
      listLoginActivities,
      {},
      { as: null, headers: { authorization: `Bearer ${body.access_token}` } },
    )
    expect(ownActivities.body.rows.map(({ ActivityDescription }) => ActivityDescription)).toEqual([
      'Signed in',
      'Wrong user name or password',
    ])

    const search = { Search: { ObjectId: String(user.userId) } }
    expect((await app.call(listLoginActivities, search, staffWith())).body.count).toBe(0)
    expect((await app.call(listLoginActivities, search, staffWith({ privileges: ['View Audit'] }))).body.count).toBe(2)
  })
})
