import { hash } from '@node-rs/argon2'
import { beforeEach } from 'vitest'
import { bothWays } from '#tests/both-ways.ts'
import { codeSentTo, forgetSends, password, signedUp, signInAs } from '#tests/factories/sign-in.ts'
import { make, systemWith, useApp } from '#tests/harness.ts'
import { changePassword, profile, resendCode, signIn, systemSignIn, verifySignIn } from '../contract.ts'

// The sign-in policy of the company, of each setting at values that differ.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const bearer = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const signedIn = async () => bearer((await signInAs(app, await signedUp(app))).body.access_token)
const begin = async () => {
  const user = await signedUp(app)
  await forgetSends(app)
  const { body } = await app.call(signIn, { Username: user.username, Password: password }, null)
  const right = await codeSentTo(app, user.email)
  const { ChallengeId, ExpiresIn, ResendIn } = body
  const enter = async (Code: string) => (await app.call(verifySignIn, { ChallengeId, Code }, null)).status
  const again = async () => (await app.call(resendCode, { ChallengeId }, null)).status
  return { ExpiresIn, ResendIn, right, wrong: right === '000000' ? '111111' : '000000', enter, again }
}

bothWays(
  app,
  'access.idleMinutes',
  [
    [5, 401],
    [6, 200],
  ],
  async () => {
    const session = await signedIn()
    app.clock.advance(5 * 60)
    return (await app.call(profile, {}, session)).status
  },
)

bothWays(
  app,
  'access.sessionHours',
  [
    [1, [200, 401]],
    [2, [200, 200]],
  ],
  async () => {
    const session = await signedIn()
    const statuses = []
    for (const minutes of [29, 29, 2]) {
      app.clock.advance(minutes * 60)
      statuses.push((await app.call(profile, {}, session)).status)
    }
    return statuses.slice(1)
  },
)

bothWays(
  app,
  'access.passwordLength',
  [
    [19, 200],
    [20, 409],
  ],
  async () => {
    const NewPassword = 'nineteen teapots on'
    const chosen = { CurrentPassword: password, NewPassword, ConfirmPassword: NewPassword }
    return (await app.call(changePassword, chosen, await signedIn())).status
  },
)

bothWays(
  app,
  'access.codeMinutes',
  [
    [2, [120, 401]],
    [3, [180, 200]],
  ],
  async () => {
    const { ExpiresIn, enter, right } = await begin()
    app.clock.advance(120)
    return [ExpiresIn, await enter(right)]
  },
)

bothWays(
  app,
  'access.codeTries',
  [
    [2, 401],
    [3, 200],
  ],
  async () => {
    const { enter, right, wrong } = await begin()
    for (let attempt = 0; attempt < 2; attempt++) await enter(wrong)
    return enter(right)
  },
)

bothWays(
  app,
  'access.codeWaitSeconds',
  [
    [10, [10, 200]],
    [11, [11, 429]],
  ],
  async () => {
    const { ResendIn, again } = await begin()
    app.clock.advance(10)
    return [ResendIn, await again()]
  },
)

bothWays(
  app,
  'access.codesPerHour',
  [
    [3, [200, 200, 429]],
    [4, [200, 200, 200]],
  ],
  async () => {
    const { again } = await begin()
    const statuses = []
    for (let turn = 0; turn < 3; turn++) {
      app.clock.advance(60)
      statuses.push(await again())
    }
    return statuses
  },
)

bothWays(
  app,
  'access.systemSessionMinutes',
  [
    [5, [300, 401]],
    [6, [360, 403]],
  ],
  async () => {
    const [Username, ClientSecret] = [`till${make.nextNumber()}`, 'the secret of the till']
    const PasswordHash = await hash(ClientSecret, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await make.account(app.db, systemWith('sales:write'), { Username, PasswordHash })
    const { body } = await app.call(systemSignIn, { ClientId: Username, ClientSecret }, null)
    app.clock.advance(300)
    // A till has no profile: who is refused for that is still signed in.
    return [body.expires_in, (await app.call(profile, {}, bearer(body.access_token))).status]
  },
)
