import { type TOTP, URI } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  clearCodeInterval,
  codeSentTo,
  createSignInAccount,
  password,
  type SignedUp,
  signInAs,
} from '#tests/factories/sign-in.ts'
import { useApp } from '#tests/harness.ts'
import {
  confirmAuthenticatorApp,
  getAuthenticatorAppStatus,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  resendSignInCode,
  signIn,
  startAuthenticatorAppSetup,
  verifySignIn,
} from '../../contract.ts'
import { openAuthenticatorSecret, sealAuthenticatorSecret } from './sealed-secret.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const currentPassword = { CurrentPassword: password }
const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })

/** Creates a user with an authenticator app and advances the clock to the next code. `shows` returns the current code. */
async function enrolUser() {
  const user = await createSignInAccount(app)
  const token = withToken((await signInAs(app, user)).body.access_token)
  const started = await app.call(startAuthenticatorAppSetup, currentPassword, token)
  const phone = URI.parse(started.body.Uri) as TOTP
  const shows = () => phone.generate({ timestamp: app.clock.now().getTime() })
  const confirmed = await app.call(confirmAuthenticatorApp, { Code: shows() }, token)
  app.clock.advance(30)
  await clearCodeInterval(app)
  return { user, token, shows, started, confirmed, recovery: confirmed.body.RecoveryCodes }
}
const beginSignIn = async ({ username }: SignedUp) =>
  (await app.call(signIn, { Username: username, Password: password }, null)).body
const enterCode = async (
  user: SignedUp,
  Code: string,
  Method: 'Email' | 'Authenticator' | 'Recovery' = 'Authenticator',
) => app.call(verifySignIn, { ChallengeId: (await beginSignIn(user)).ChallengeId, Code, Method }, null)

describe('codes of an authenticator app', () => {
  test('authenticator codes: the first right code activates the authenticator, and sign-in then asks for app codes', async () => {
    const { user, token, shows, started } = await enrolUser()
    expect(started.body.Uri).toBe(
      `otpauth://totp/Carat:${user.username}?issuer=Carat&secret=${started.body.Secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const before = await app.sql('select from outbox_message where recipient = $1', user.email)
    const requested = await beginSignIn(user)
    expect(requested).toMatchObject({ Method: 'Authenticator', SentTo: null, ResendIn: 0 })
    expect(await app.sql('select from outbox_message where recipient = $1', user.email)).toHaveLength(before.length)

    const firstCode = { ChallengeId: requested.ChallengeId, Code: shows(), Method: 'Authenticator' as const }
    expect((await app.call(verifySignIn, firstCode, null)).status).toBe(200)
    expect((await app.call(getAuthenticatorAppStatus, {}, token)).body).toMatchObject({
      Enrolled: true,
      RecoveryCodesLeft: 10,
    })
  })

  test('authenticator codes: a code submitted fifty times at once opens one session, and a later replay is refused', async () => {
    const { user, shows } = await enrolUser()
    const challenges = await Promise.all(Array.from({ length: 10 }, () => beginSignIn(user)))
    const answers = await Promise.all(
      challenges.map(({ ChallengeId }) =>
        app.call(verifySignIn, { ChallengeId, Code: shows(), Method: 'Authenticator' }, null),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await enterCode(user, shows())).status).toBe(401)
    const used = shows()
    app.clock.advance(30)
    expect((await enterCode(user, used)).status).toBe(401)
    expect((await enterCode(user, shows())).status).toBe(200)
  })

  test('authenticator codes: of two hundred guesses sent at once for one sign-in only five are compared', async () => {
    const { user, shows } = await enrolUser()
    const { ChallengeId } = await beginSignIn(user)
    const guesses = Array.from({ length: 200 }, (_, index) => String((Number(shows()) + 1000 + index) % 1_000_000))
    const answers = await Promise.all(
      guesses.map((Code) =>
        app.call(verifySignIn, { ChallengeId, Code: Code.padStart(6, '0'), Method: 'Authenticator' }, null),
      ),
    )
    expect(answers.filter(({ refusal }) => refusal.code === 'access.wrong_code')).toHaveLength(5)
    expect(answers.filter(({ refusal }) => refusal.code === 'access.code_expired')).toHaveLength(195)
  })

  test('authenticator codes: a code by message can be used instead, and requesting one does not reset the attempts', async () => {
    const { user } = await enrolUser()
    const { ChallengeId } = await beginSignIn(user)
    for (let turn = 0; turn < 4; turn++)
      await app.call(verifySignIn, { ChallengeId, Code: 'nope', Method: 'Authenticator' }, null)
    expect((await app.call(resendSignInCode, { ChallengeId }, null)).body).toMatchObject({
      Method: 'Email',
      ResendIn: 60,
    })
    const Code = await codeSentTo(app, user.email)
    expect((await app.call(verifySignIn, { ChallengeId, Code }, null)).status).toBe(200)

    const secondChallenge = await beginSignIn(user)
    for (let turn = 0; turn < 5; turn++)
      await app.call(
        verifySignIn,
        { ChallengeId: secondChallenge.ChallengeId, Code: 'nope', Method: 'Authenticator' },
        null,
      )
    await app.call(resendSignInCode, { ChallengeId: secondChallenge.ChallengeId }, null)
    const lateCode = { ChallengeId: secondChallenge.ChallengeId, Code: await codeSentTo(app, user.email) }
    expect((await app.call(verifySignIn, lateCode, null)).status).toBe(401)
  })

  test('authenticator codes: a code of the app does not work as a code by message, nor the reverse', async () => {
    const user = await createSignInAccount(app)
    expect((await enterCode(user, '123456', 'Authenticator')).status).toBe(401)
    expect((await enterCode((await enrolUser()).user, '123456', 'Email')).status).toBe(401)
  })

  test('authenticator codes: the set-up requires the password and a right code within five attempts', async () => {
    const user = await createSignInAccount(app)
    const token = withToken((await signInAs(app, user)).body.access_token)
    expect(await app.call(startAuthenticatorAppSetup, { CurrentPassword: 'wrong' }, token)).toMatchObject({
      status: 409,
    })
    const { Uri } = (await app.call(startAuthenticatorAppSetup, currentPassword, token)).body
    const Code = (URI.parse(Uri) as TOTP).generate({ timestamp: app.clock.now().getTime() })
    const wrong = Code === '000000' ? '111111' : '000000'
    for (let turn = 0; turn < 5; turn++)
      expect(await app.call(confirmAuthenticatorApp, { Code: wrong }, token)).toMatchObject({
        refusal: { code: 'access.wrong_authenticator_code' },
      })
    expect(await app.call(confirmAuthenticatorApp, { Code }, token)).toMatchObject({
      refusal: { code: 'access.setup_expired' },
    })
  })

  test('authenticator codes: removing the authenticator requires the password and restores codes by message', async () => {
    const { user, token, shows } = await enrolUser()
    expect((await app.call(removeAuthenticatorApp, { CurrentPassword: 'wrong' }, token)).status).toBe(409)
    expect((await app.call(removeAuthenticatorApp, currentPassword, token)).status).toBe(200)
    expect((await enterCode(user, shows())).status).toBe(401)
    await clearCodeInterval(app)
    expect((await beginSignIn(user)).Method).toBe('Email')
    expect(await app.call(removeAuthenticatorApp, currentPassword, token)).toMatchObject({ status: 409 })
  })
})

describe('recovery codes of an account', () => {
  test('a recovery code opens one session, however it is typed, and new recovery codes replace the old codes', async () => {
    const { user, token, recovery } = await enrolUser()
    expect(recovery).toHaveLength(10)
    const [first, second] = recovery as [string, string]
    expect((await enterCode(user, first.toLowerCase().replace('-', ' '), 'Recovery')).status).toBe(200)
    expect((await enterCode(user, first, 'Recovery')).status).toBe(401)
    expect((await app.call(getAuthenticatorAppStatus, {}, token)).body.RecoveryCodesLeft).toBe(9)
    const renewed = (await app.call(renewRecoveryCodes, currentPassword, token)).body.RecoveryCodes
    expect((await enterCode(user, second, 'Recovery')).status).toBe(401)
    expect((await enterCode(user, renewed[0]!, 'Recovery')).status).toBe(200)
  })
})

describe('authenticator secrets in the database', () => {
  test('neither the secret of the authenticator app nor a recovery code is stored in plain text', async () => {
    const { started, recovery } = await enrolUser()
    const stored = JSON.stringify([
      await app.sql(`select convert_from(secret_sealed, 'SQL_ASCII') from authenticator where false`),
      await app.sql(`select encode(secret_sealed, 'escape') as sealed from authenticator`),
      await app.sql(`select encode(code_hash, 'escape') as hash from recovery_code`),
      await app.sql('select * from audit_record'),
      await app.sql('select * from audit_log'),
    ])
    expect(stored).not.toContain(started.body.Secret)
    for (const code of recovery) expect(stored).not.toContain(code)
  })

  test('during a key rotation an encrypted authenticator secret opens with the previous key, and only for its own account', () => {
    const [old, young] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const sealed = sealAuthenticatorSecret({ secret: old, earlierSecret: null }, 7, 'SECRET')
    expect(openAuthenticatorSecret({ secret: young, earlierSecret: old }, 7, sealed)).toBe('SECRET')
    expect(openAuthenticatorSecret({ secret: young, earlierSecret: null }, 7, sealed)).toBeUndefined()
    expect(() => openAuthenticatorSecret({ secret: old, earlierSecret: null }, 8, sealed)).toThrow('authenticate')
  })
})
