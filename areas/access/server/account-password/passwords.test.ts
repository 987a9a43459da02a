import { beforeEach, describe, expect, test } from 'vitest'
import {
  clearCodeInterval,
  createSignInAccount,
  password,
  type SignedUp,
  sendRequestedMessages,
  signInAs,
} from '#tests/factories/sign-in.ts'
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
import { isCommonPassword } from './password-rules.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const newPassword = 'seven teapots on a raft'
const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const change = (values: Partial<Record<'CurrentPassword' | 'NewPassword' | 'ConfirmPassword', string>> = {}) => ({
  CurrentPassword: password,
  NewPassword: newPassword,
  ConfirmPassword: values.NewPassword ?? newPassword,
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
  await sendRequestedMessages(app)
  return (
    await app.sql<{ body: string }>(
      `select body from outbox_message where recipient = $1 and body like '%step=reset%' order by next_try_at desc, created_at desc`,
      email,
    )
  ).map(({ body }) => /#([\w-]{43})/.exec(body)![1]!)
}

describe('change of one’s own password', () => {
  test('change password: the calling session gets a new token, and the browsers of all other sessions show why they ended', async () => {
    const user = await createSignInAccount(app)
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
    await clearCodeInterval(app)
    expect((await app.call(signIn, { Username: user.username, Password: newPassword }, null)).status).toBe(200)
    expect(await linesOf(user)).toContain('Password changed')
  })

  test('change password: changing the password does not extend the session', async () => {
    const { body } = await signInAs(app, await createSignInAccount(app))
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

  test('change password: a sign-in that began with the old password cannot be completed', async () => {
    const user = await createSignInAccount(app)
    const { body } = await signInAs(app, user)
    await clearCodeInterval(app)
    const begun = await app.call(signIn, { Username: user.username, Password: password }, null)
    await app.call(changePassword, change(), withToken(body.access_token))
    const staleCode = { ChallengeId: begun.body.ChallengeId, Code: '000000' }
    expect(await app.call(verifySignIn, staleCode, null)).toMatchObject({ refusal: { code: 'access.code_expired' } })
  })

  test('change password: attempts with a wrong current password are counted before the comparison, and sessions stay open', async () => {
    const user = await createSignInAccount(app)
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
    ['no current password', { CurrentPassword: '' }, 'Please enter your current password'],
    ['no new password', { NewPassword: '' }, 'Please enter your new password'],
    ['no confirmation', { ConfirmPassword: '' }, 'Please confirm your new password'],
    ['a different confirmation', { ConfirmPassword: 'another thing' }, 'Password do not match the new password'],
    ['a new password of eleven characters', { NewPassword: 'eleven char' }, 'At least 12 characters'],
    ['a new password of 129 characters', { NewPassword: 'abcde fgh'.repeat(15) }, 'The maximum length is 128'],
  ])('change password: %s gets the message of the specification', async (_, values, message) => {
    const token = withToken((await signInAs(app, await createSignInAccount(app))).body.access_token)
    const { status, refusal } = await app.call(changePassword, change(values), token)
    expect(status).toBe(400)
    expect(refusal.details?.map((detail) => detail.message)).toContain(message)
  })

  test.each([
    ['the current password', password, 'access.same_password'],
    ['a common password with typical additions', 'P@ssw0rd2026!', 'access.common_password'],
    ['a word of the product', 'Jewelclub123456', 'access.common_password'],
    ['the user’s own name', 'rahman and the sea', 'access.personal_password'],
  ])('change password: %s is refused as a new password', async (_, NewPassword, code) => {
    const token = withToken((await signInAs(app, await createSignInAccount(app))).body.access_token)
    expect(await app.call(changePassword, change({ NewPassword }), token)).toMatchObject({
      status: 409,
      refusal: { code },
    })
  })
})

describe('common passwords', () => {
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
  ])('common passwords: "%s" counts as common', (easy) => expect(isCommonPassword(easy)).toBe(true))

  test.each(['diamond-counter-42', 'seven teapots on a raft', 'Gm7-tR2v-Qx9p', '我的猫每天早上六点起床很吵'])(
    'common passwords: "%s" does not count as common',
    (hard) => expect(isCommonPassword(hard)).toBe(false),
  )
})

describe('link for a forgotten password', () => {
  test('forgot password: the reset link works once, ends every session of the account and is stored only as a hash', async () => {
    const user = await createSignInAccount(app)
    const session = (await signInAs(app, user)).body.access_token
    await app.call(forgotPassword, { Username: user.username.toUpperCase() }, null)
    const [Token] = await linksTo(user.email)
    expect(JSON.stringify(await app.sql('select * from password_link'))).not.toContain(Token)

    const choice = { Token: Token!, NewPassword: newPassword, ConfirmPassword: newPassword }
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.call(resetPassword, choice, null)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ refusal }) => refusal.code === 'access.link_expired')).toHaveLength(19)
    expect(await app.call(profile, {}, withToken(session))).toMatchObject({ status: 401 })
    expect((await app.call(signIn, { Username: user.username, Password: newPassword }, null)).status).toBe(200)
    expect(await linesOf(user)).toEqual(
      expect.arrayContaining(['Link for a new password asked for', 'Password reset by link']),
    )
  })

  test('forgot password: the reset link still works after a refused new password, and expires after 30 minutes', async () => {
    const user = await createSignInAccount(app)
    await app.call(forgotPassword, { Username: user.username }, null)
    const [Token] = await linksTo(user.email)
    const choose = (NewPassword: string) =>
      app.call(resetPassword, { Token: Token!, NewPassword, ConfirmPassword: NewPassword }, null)
    expect(await choose('password123456')).toMatchObject({ refusal: { code: 'access.common_password' } })
    app.clock.advance(30 * 60 - 1)
    expect(await choose('password123456')).toMatchObject({ refusal: { code: 'access.common_password' } })
    app.clock.advance(1)
    expect(await choose(newPassword)).toMatchObject({ status: 409, refusal: { code: 'access.link_expired' } })
  })

  test('forgot password: active, disabled and unknown user names get the same reply', async () => {
    const [user, disabled] = [await createSignInAccount(app), await createSignInAccount(app)]
    await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, disabled.userId)
    const answers = await Promise.all(
      [user.username, disabled.username, 'unknown.user'].map((Username) =>
        app.call(forgotPassword, { Username }, { as: null, ip: '10.7.0.1' }),
      ),
    )
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { ExpiresIn: 1800 } })
    expect(await linksTo(user.email)).toHaveLength(1)
    expect(await linksTo(disabled.email)).toHaveLength(0)
  })

  test('forgot password: an account gets at most three links an hour, and a network address can request twenty', async () => {
    const user = await createSignInAccount(app)
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

  test('forgot password: a reset ends the delay caused by wrong passwords, so the new password works at once', async () => {
    const user = await createSignInAccount(app)
    for (let turn = 0; turn < 11; turn++) await app.call(signIn, { Username: user.username, Password: 'wrong' }, null)
    expect((await app.call(signIn, { Username: user.username, Password: password }, null)).status).toBe(429)
    await app.call(forgotPassword, { Username: user.username }, null)
    const [Token] = await linksTo(user.email)
    await app.call(resetPassword, { Token: Token!, NewPassword: newPassword, ConfirmPassword: newPassword }, null)
    expect((await app.call(signIn, { Username: user.username, Password: newPassword }, null)).status).toBe(200)
  })

  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(64)])(
    'forgot password: the invalid reset token "%s" is refused',
    async (Token) => {
      const choice = { Token, NewPassword: newPassword, ConfirmPassword: newPassword }
      expect(await app.call(resetPassword, choice, null)).toMatchObject({ refusal: { code: 'access.link_expired' } })
    },
  )
})

describe('password reset by head office', () => {
  test('password reset by head office: the account’s owner gets a link that head office does not see', async () => {
    const user = await createSignInAccount(app)
    const requested = await app.call(requestPasswordReset, { UserId: user.userId }, hq)
    expect(requested).toMatchObject({ status: 200, body: { ExpiresIn: 1800 } })
    const [Token] = await linksTo(user.email)
    expect(Token).toBeDefined()
    expect(JSON.stringify(requested.body)).not.toContain(Token)
    expect(
      await app.call(requestPasswordReset, { UserId: user.userId, NewPassword: newPassword } as never, hq),
    ).toMatchObject({
      status: 400,
    })
    expect((await app.call(signIn, { Username: user.username, Password: password }, null)).status).toBe(200)
  })

  test('password reset by head office: requires head office, the role and an active account', async () => {
    const user = await createSignInAccount(app)
    const requestReset = (UserId: number, as = hq) => app.call(requestPasswordReset, { UserId }, as)
    expect((await requestReset(user.userId, outletStaff)).status).toBe(403)
    expect((await requestReset(user.userId, staffWith({ roles: ['Settings'] }))).status).toBe(403)
    expect((await requestReset(user.userId, staffWith({ roles: ['User Roles'], outlet: 'HQ' }))).status).toBe(200)
    expect((await requestReset(999_999_999)).status).toBe(404)
    await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, user.userId)
    expect(await requestReset(user.userId)).toMatchObject({
      status: 409,
      refusal: { code: 'access.account_not_active' },
    })
  })
})
