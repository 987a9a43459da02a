import { beforeEach, describe, expect, test } from 'vitest'
import { listOwnSessions } from '#areas/access/contract/sessions.ts'
import type { SettingName } from '#areas/setup/contract/catalogue.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { appConfig } from '#areas/setup/contract.ts'
import { clearCodeInterval, codeSentTo, createSignInAccount, password, signInAs } from '#tests/factories/sign-in.ts'
import { useApp } from '#tests/harness.ts'
import { changePassword, profile, resendSignInCode, signIn, verifySignIn } from '../contract.ts'

// Each test changes one setting of the sign-in policy and checks the effect of the change.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(async () => {
  app.clock.set(at)
  await app.sql('delete from setting')
})

const saveSetting = async (Name: SettingName, Value: number) => {
  const { status } = await app.call(updateSetting, { Name, Version: 0, Value })
  expect(status).toBe(200)
}
const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const beginSignIn = async () => {
  const user = await createSignInAccount(app)
  await clearCodeInterval(app)
  return { user, ...(await app.call(signIn, { Username: user.username, Password: password }, null)).body }
}
/** Simulates a server that missed the notification and whose 5-second cache has expired. */
const forgetSession = (userId: number) => app.fastify.forget('user', String(userId))

describe('settings for the length of sessions', () => {
  test('session policy: a changed idle time applies to every session, even to one that began before the change', async () => {
    const user = await createSignInAccount(app)
    const bearer = withToken((await signInAs(app, user)).body.access_token)
    await saveSetting('access.idleMinutes', 5)
    forgetSession(user.userId)
    expect((await app.call(profile, {}, bearer)).body.session.idle_seconds).toBe(300)
    app.clock.advance(299)
    expect((await app.call(profile, {}, bearer)).status).toBe(200)
    expect((await app.call(listOwnSessions, {}, bearer)).body.count).toBe(1)
    app.clock.advance(300)
    expect((await app.call(profile, {}, bearer)).status).toBe(401)
  })

  test('session policy: a changed maximum length applies to every session, even to one that began before the change', async () => {
    const user = await createSignInAccount(app)
    const open = withToken((await signInAs(app, user)).body.access_token)
    await saveSetting('access.sessionHours', 1)
    forgetSession(user.userId)
    const { body } = await signInAs(app, await createSignInAccount(app))
    expect(body.expires_in).toBe(3600)
    for (let minute = 0; minute < 59; minute += 20) {
      expect((await app.call(profile, {}, open)).status).toBe(200)
      app.clock.advance(20 * 60)
    }
    expect((await app.call(profile, {}, open)).status).toBe(401)
    expect((await app.call(profile, {}, withToken(body.access_token))).status).toBe(401)
  })
})

describe('settings for one-time codes', () => {
  test('code policy: a code is valid for the configured minutes and number of attempts', async () => {
    await saveSetting('access.codeMinutes', 2)
    await saveSetting('access.codeTries', 2)
    const first = await beginSignIn()
    expect(first.ExpiresIn).toBe(120)
    const Code = await codeSentTo(app, first.user.email)
    app.clock.advance(120)
    expect((await app.call(verifySignIn, { ChallengeId: first.ChallengeId, Code }, null)).refusal.code).toBe(
      'access.code_expired',
    )

    const second = await beginSignIn()
    const right = await codeSentTo(app, second.user.email)
    const wrong = right === '000000' ? '111111' : '000000'
    const enterCode = (code: string) => app.call(verifySignIn, { ChallengeId: second.ChallengeId, Code: code }, null)
    for (let turn = 0; turn < 2; turn++) expect((await enterCode(wrong)).refusal.code).toBe('access.wrong_code')
    expect((await enterCode(right)).refusal.code).toBe('access.code_expired')
  })

  test('code policy: another code can be requested after the configured seconds, up to the configured number per hour', async () => {
    await saveSetting('access.codeWaitSeconds', 10)
    await saveSetting('access.codesPerHour', 3)
    const { ChallengeId, ResendIn } = await beginSignIn()
    expect(ResendIn).toBe(10)
    expect((await app.call(resendSignInCode, { ChallengeId }, null)).refusal).toMatchObject({ params: { seconds: 10 } })
    for (let turn = 0; turn < 2; turn++) {
      app.clock.advance(10)
      expect((await app.call(resendSignInCode, { ChallengeId }, null)).status).toBe(200)
    }
    app.clock.advance(10)
    expect((await app.call(resendSignInCode, { ChallengeId }, null)).refusal).toMatchObject({
      code: 'access.sent_already',
      params: { seconds: 3_570 },
    })
  })
})

test('password policy: the minimum length is configurable and shown in the form', async () => {
  await saveSetting('access.passwordLength', 20)
  expect((await app.call(appConfig, {}, null)).body.PasswordLength).toBe(20)
  const bearer = withToken((await signInAs(app, await createSignInAccount(app))).body.access_token)
  const choose = (NewPassword: string) =>
    app.call(changePassword, { CurrentPassword: password, NewPassword, ConfirmPassword: NewPassword }, bearer)
  expect(await choose('nineteen teapots on')).toMatchObject({
    status: 409,
    refusal: { code: 'access.short_password', params: { Length: 20 } },
  })
  expect((await choose('twenty teapots on a raft')).status).toBe(200)
})
