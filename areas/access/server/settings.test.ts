import { hash } from '@node-rs/argon2'
import { beforeEach } from 'vitest'
import { clearCodeInterval, codeSentTo, createSignInAccount, password, signInAs } from '#tests/factories/sign-in.ts'
import { make, systemWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import {
  changePassword,
  listOwnSessions,
  profile,
  resendSignInCode,
  signIn,
  systemSignIn,
  verifySignIn,
} from '../contract.ts'

// Tests every setting of the sign-in policy with several values.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const bearer = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const signInUser = async () => bearer((await signInAs(app, await createSignInAccount(app))).body.access_token)
const beginSignIn = async () => {
  const user = await createSignInAccount(app)
  await clearCodeInterval(app)
  const { body } = await app.call(signIn, { Username: user.username, Password: password }, null)
  const right = await codeSentTo(app, user.email)
  const { ChallengeId, ExpiresIn, ResendIn } = body
  const enter = async (Code: string) => (await app.call(verifySignIn, { ChallengeId, Code }, null)).status
  const resendCodeStatus = async () => (await app.call(resendSignInCode, { ChallengeId }, null)).status
  return { ExpiresIn, ResendIn, right, wrong: right === '000000' ? '111111' : '000000', enter, again: resendCodeStatus }
}

testSetting(
  app,
  'access.idleMinutes',
  [
    [5, 401],
    [6, 200],
  ],
  async () => {
    const session = await signInUser()
    app.clock.advance(5 * 60)
    return (await app.call(profile, {}, session)).status
  },
)

testSetting(
  app,
  'access.sessionHours',
  [
    [1, [200, 401]],
    [2, [200, 200]],
  ],
  async () => {
    const session = await signInUser()
    const statuses = []
    for (const minutes of [29, 29, 2]) {
      app.clock.advance(minutes * 60)
      statuses.push((await app.call(profile, {}, session)).status)
    }
    return statuses.slice(1)
  },
)

testSetting(
  app,
  'access.passwordLength',
  [
    [19, 200],
    [20, 409],
  ],
  async () => {
    const NewPassword = 'nineteen teapots on'
    const passwords = { CurrentPassword: password, NewPassword, ConfirmPassword: NewPassword }
    return (await app.call(changePassword, passwords, await signInUser())).status
  },
)

testSetting(
  app,
  'access.codeMinutes',
  [
    [2, [120, 401]],
    [3, [180, 200]],
  ],
  async () => {
    const { ExpiresIn, enter, right } = await beginSignIn()
    app.clock.advance(120)
    return [ExpiresIn, await enter(right)]
  },
)

testSetting(
  app,
  'access.codeTries',
  [
    [2, 401],
    [3, 200],
  ],
  async () => {
    const { enter, right, wrong } = await beginSignIn()
    for (let attempt = 0; attempt < 2; attempt++) await enter(wrong)
    return enter(right)
  },
)

testSetting(
  app,
  'access.codeWaitSeconds',
  [
    [10, [10, 200]],
    [11, [11, 429]],
  ],
  async () => {
    const { ResendIn, again } = await beginSignIn()
    app.clock.advance(10)
    return [ResendIn, await again()]
  },
)

testSetting(
  app,
  'access.codesPerHour',
  [
    [3, [200, 200, 429]],
    [4, [200, 200, 200]],
  ],
  async () => {
    const { again } = await beginSignIn()
    const statuses = []
    for (let turn = 0; turn < 3; turn++) {
      app.clock.advance(60)
      statuses.push(await again())
    }
    return statuses
  },
)

testSetting(
  app,
  'access.systemSessionMinutes',
  [
    [5, [300, 401]],
    [6, [360, 403]],
  ],
  async () => {
    const [Username, ClientSecret] = [`till${make.nextNumber()}`, 'the secret of the till']
    const PasswordHash = await hash(ClientSecret, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await make.account(app.db, systemWith('sales:write', 'sales:cancel'), { Username, PasswordHash })
    const { body } = await app.call(systemSignIn, { ClientId: Username, ClientSecret }, null)
    app.clock.advance(300)
    // A till has no profile: the error 403 shows that it is still signed in.
    return [body.expires_in, (await app.call(profile, {}, bearer(body.access_token))).status]
  },
)

testSetting(
  app,
  'access.passkeyForApprovers',
  [
    [false, [false, 200]],
    [true, [true, 403]],
  ],
  async () => {
    const approver = await createSignInAccount(app, { privileges: ['Approve Requests'] })
    const session = bearer((await signInAs(app, approver)).body.access_token)
    const { body } = await app.call(profile, {}, session)
    return [body.session.needs_passkey, (await app.call(listOwnSessions, {}, session)).status]
  },
)
