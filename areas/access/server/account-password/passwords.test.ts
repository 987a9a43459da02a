import { beforeEach, describe, expect, test } from 'vitest'
import { forgetSends, password, type SignedUp, signedUp, signInAs, wantedWritten } from '#tests/factories/sign-in.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  changePassword,
  forgotPassword,
  profile,
  requestPasswordReset,
  resetPassword,
  signIn,
  verifySignIn,
} from '../../contract.ts'
import { isCommon } from './password-rules.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const next = 'seven teapots on a raft'
const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const change = (values: Partial<Record<'CurrentPassword' | 'NewPassword' | 'ConfirmPassword', string>> = {}) => ({
  CurrentPassword: password,
  NewPassword: next,
  ConfirmPassword: values.NewPassword ?? next,
  ...values,
})
const linesOf = async ({ userId }: SignedUp) =>
  (
    await app.sql<{ line: string }>(
      `select activity_description as line from login_activity where object_type = 'User' and object_id = $1 order by login_activity_id`,
      String(userId),
    )
  ).map(({ line }) => line)
const linksTo = async (email: string) => {
  await wantedWritten(app)
  return (
    await app.sql<{ body: string }>(
      `select body from outbox_message where recipient = $1 and body like '%step=reset%' order by next_try_at desc, created_at desc`,
      email,
    )
  ).map(({ body }) => /#([\w-]{43})/.exec(body)![1]!)
}

describe('changing one’s password (20)', () => {
  test('gives this session a new token, ends every other one and tells its browser why', async () => {
    const user = await signedUp(app)
    const here = (await signInAs(app, user)).body.access_token
    app.clock.advance(1)
    const elsewhere = (await signInAs(app, user)).body.access_token

    const changed = await app.call(changePassword, change(), withToken(here))

    expect(changed).toMatchObject({ status: 200, body: { SessionsEnded: 1 } })
    expect(changed.body.access_token).not.toBe(here)
    expect((await app.call(profile, {}, withToken(changed.body.access_token))).status).toBe(200)
    for (const old of [here, elsewhere])
      expect(await app.call(profile, {}, withToken(old))).toMatchObject({
        status: 401,
        refusal: { code: 'access.password_changed', params: { time: '10/03/2026 10:00:01 AM' } },
      })
    expect((await app.call(signIn, { Username: user.username, Password: password }, null)).status).toBe(401)
    await forgetSends(app)
    expect((await app.call(signIn, { Username: user.username, Password: next }, null)).status).toBe(200)
    expect(await linesOf(user)).toContain('Password changed')
  })

  test('does not prolong the session', async () => {
    const { body } = await signInAs(app, await signedUp(app))
    for (let hour = 0; hour < 11; hour++) {
      for (const _ of [1, 2, 3]) {
        app.clock.advance(20 * 60)
        await app.call(profile, {}, withToken(body.access_token))
      }
    }
    const changed = await app.call(changePassword, change(), withToken(body.access_token))
    for (const _ of [1, 2, 3]) {
      app.clock.advance(20 * 60 - 1)
      expect((await app.call(profile, {}, withToken(changed.body.access_token))).status).toBe(200)
    }
    app.clock.advance(3)
    expect((await app.call(profile, {}, withToken(changed.body.access_token))).status).toBe(401)
  })

  test('voids a sign-in that was begun with the old one', async () => {
    const user = await signedUp(app)
    const { body } = await signInAs(app, user)
    await forgetSends(app)
    const begun = await app.call(signIn, { Username: user.username, Password: password }, null)
    await app.call(changePassword, change(), withToken(body.access_token))
    const given = { ChallengeId: begun.body.ChallengeId, Code: '000000' }
    expect(await app.call(verifySignIn, given, null)).toMatchObject({ refusal: { code: 'access.code_expired' } })
  })

  test('asks for the present one, counts wrong ones before it compares them, and leaves other sessions alone', async () => {
    const user = await signedUp(app)
    const token = withToken((await signInAs(app, user)).body.access_token)
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => app.call(changePassword, change({ CurrentPassword: 'not this one' }), token)),
    )
    expect(answers.filter(({ refusal }) => refusal.code === 'access.wrong_password')).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
    expect((await app.call(changePassword, change(), token)).status).toBe(429)
    expect((await app.call(profile, {}, token)).status).toBe(200)
  })

  test.each([
    ['nothing for the present one', { CurrentPassword: '' }, 'Please enter your current password'],
    ['nothing new', { NewPassword: '' }, 'Please enter your new password'],
    ['no repetition', { ConfirmPassword: '' }, 'Please confirm your new password'],
    ['another repetition', { ConfirmPassword: 'another thing' }, 'Password do not match the new password'],
    ['eleven characters', { NewPassword: 'eleven char' }, 'At least 12 characters'],
    ['129 characters', { NewPassword: 'abcde fgh'.repeat(15) }, 'The maximum length is 128'],
  ])('refuses %s in the specification’s words', async (_, values, message) => {
    const token = withToken((await signInAs(app, await signedUp(app))).body.access_token)
    const { status, refusal } = await app.call(changePassword, change(values), token)
    expect(status).toBe(400)
    expect(refusal.details?.map((detail) => detail.message)).toContain(message)
  })

  test.each([
    ['the present one again', password, 'access.same_password'],
    ['a common one with what people put around it', 'P@ssw0rd2026!', 'access.common_password'],
    ['a product word', 'Jewelclub123456', 'access.common_password'],
    ['one’s own name', 'rahman and the sea', 'access.personal_password'],
  ])('refuses %s', async (_, NewPassword, code) => {
    const token = withToken((await signInAs(app, await signedUp(app))).body.access_token)
    expect(await app.call(changePassword, change({ NewPassword }), token)).toMatchObject({
      status: 409,
      refusal: { code },
    })
  })
})

describe('passwords that are too easy', () => {
  test.each([
    'passwordpassword',
    'Password-1234567',
    'qwertyuiop123',
    '123456789012',
    'abcdefghijklmnop',
    'aaaaaaaaaaaab',
    'jewelclub2026!!',
    'm4ng0m4ng0m4ng0',
    'iloveyou iloveyou',
  ])('"%s" is one', (easy) => expect(isCommon(easy)).toBe(true))

  test.each(['diamond-counter-42', 'seven teapots on a raft', 'Gm7-tR2v-Qx9p', '我的猫每天早上六点起床很吵'])(
    '"%s" is none',
    (hard) => expect(isCommon(hard)).toBe(false),
  )
})

describe('a forgotten password', () => {
  test('is replaced by a link that works once, ends every session and is stored only as a hash', async () => {
    const user = await signedUp(app)
    const session = (await signInAs(app, user)).body.access_token
    await app.call(forgotPassword, { Username: user.username.toUpperCase() }, null)
    const [Token] = await linksTo(user.email)
    expect(JSON.stringify(await app.sql('select * from password_link'))).not.toContain(Token)

    const choice = { Token: Token!, NewPassword: next, ConfirmPassword: next }
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.call(resetPassword, choice, null)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ refusal }) => refusal.code === 'access.link_expired')).toHaveLength(19)
    expect(await app.call(profile, {}, withToken(session))).toMatchObject({ status: 401 })
    expect((await app.call(signIn, { Username: user.username, Password: next }, null)).status).toBe(200)
    expect(await linesOf(user)).toEqual(
      expect.arrayContaining(['Link for a new password asked for', 'Password reset by link']),
    )
  })

  test('keeps its link when the new one is refused, and loses it after half an hour', async () => {
    const user = await signedUp(app)
    await app.call(forgotPassword, { Username: user.username }, null)
    const [Token] = await linksTo(user.email)
    const choose = (NewPassword: string) =>
      app.call(resetPassword, { Token: Token!, NewPassword, ConfirmPassword: NewPassword }, null)
    expect(await choose('password123456')).toMatchObject({ refusal: { code: 'access.common_password' } })
    app.clock.advance(30 * 60 - 1)
    expect(await choose('password123456')).toMatchObject({ refusal: { code: 'access.common_password' } })
    app.clock.advance(1)
    expect(await choose(next)).toMatchObject({ status: 409, refusal: { code: 'access.link_expired' } })
  })

  test('is answered alike whether somebody has that name, is disabled, or nobody has it (17)', async () => {
    const [user, disabled] = [await signedUp(app), await signedUp(app)]
    await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, disabled.userId)
    const answers = await Promise.all(
      [user.username, disabled.username, 'nobody.at.all'].map((Username) =>
        app.call(forgotPassword, { Username }, { as: null, ip: '10.7.0.1' }),
      ),
    )
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { ExpiresIn: 1800 } })
    expect(await linksTo(user.email)).toHaveLength(1)
    expect(await linksTo(disabled.email)).toHaveLength(0)
  })

  test('sends three links an hour at most without saying so, and twenty from one address', async () => {
    const user = await signedUp(app)
    for (let turn = 0; turn < 20; turn++) {
      expect((await app.call(forgotPassword, { Username: user.username }, { as: null, ip: '10.7.0.2' })).status).toBe(
        200,
      )
      app.clock.advance(60)
    }
    expect(await linksTo(user.email)).toHaveLength(3)
    const refused = await app.call(forgotPassword, { Username: user.username }, { as: null, ip: '10.7.0.2' })
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '120' } })
  })

  test('opens the delay of wrong tries again: who set a new one may use it at once', async () => {
    const user = await signedUp(app)
    for (let turn = 0; turn < 11; turn++) await app.call(signIn, { Username: user.username, Password: 'wrong' }, null)
    expect((await app.call(signIn, { Username: user.username, Password: password }, null)).status).toBe(429)
    await app.call(forgotPassword, { Username: user.username }, null)
    const [Token] = await linksTo(user.email)
    await app.call(resetPassword, { Token: Token!, NewPassword: next, ConfirmPassword: next }, null)
    expect((await app.call(signIn, { Username: user.username, Password: next }, null)).status).toBe(200)
  })

  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(64)])('has no link "%s"', async (Token) => {
    const choice = { Token, NewPassword: next, ConfirmPassword: next }
    expect(await app.call(resetPassword, choice, null)).toMatchObject({ refusal: { code: 'access.link_expired' } })
  })
})

describe('head office helping somebody who forgot their password (24)', () => {
  test('has a link sent to its owner, learns nothing of it and chooses nothing', async () => {
    const user = await signedUp(app)
    const requested = await app.call(requestPasswordReset, { UserId: user.userId }, hq)
    expect(requested).toMatchObject({ status: 200, body: { ExpiresIn: 1800 } })
    const [Token] = await linksTo(user.email)
    expect(Token).toBeDefined()
    expect(JSON.stringify(requested.body)).not.toContain(Token)
    expect(await app.call(requestPasswordReset, { UserId: user.userId, NewPassword: next } as never, hq)).toMatchObject(
      {
        status: 400,
      },
    )
    expect((await app.call(signIn, { Username: user.username, Password: password }, null)).status).toBe(200)
  })

  test('is for head office with the role, and for accounts that may come in', async () => {
    const user = await signedUp(app)
    const ask = (UserId: number, as = hq) => app.call(requestPasswordReset, { UserId }, as)
    expect((await ask(user.userId, outletStaff)).status).toBe(403)
    expect((await ask(user.userId, staffWith({ roles: ['Settings'] }))).status).toBe(403)
    expect((await ask(user.userId, staffWith({ roles: ['User Roles'], outlet: 'HQ' }))).status).toBe(200)
    expect((await ask(999_999_999)).status).toBe(404)
    await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, user.userId)
    expect(await ask(user.userId)).toMatchObject({ status: 409, refusal: { code: 'access.account_not_active' } })
  })
})
