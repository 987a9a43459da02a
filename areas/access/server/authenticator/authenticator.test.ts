import { type TOTP, URI } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeSentTo, forgetSends, password, type SignedUp, signedUp, signInAs } from '#tests/factories/sign-in.ts'
import { useApp } from '#tests/harness.ts'
import {
  confirmAuthenticator,
  getAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  resendCode,
  signIn,
  startAuthenticator,
  verifySignIn,
} from '../../contract.ts'
import { open, seal } from './sealed-secret.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const own = { CurrentPassword: password }
const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })

/** Somebody with an app on their phone: what it shows now, and a later moment at which it shows another code. */
async function enrolled() {
  const user = await signedUp(app)
  const token = withToken((await signInAs(app, user)).body.access_token)
  const started = await app.call(startAuthenticator, own, token)
  const phone = URI.parse(started.body.Uri) as TOTP
  const shows = () => phone.generate({ timestamp: app.clock.now().getTime() })
  const confirmed = await app.call(confirmAuthenticator, { Code: shows() }, token)
  app.clock.advance(30)
  await forgetSends(app)
  return { user, token, shows, started, confirmed, recovery: confirmed.body.RecoveryCodes }
}
const begin = async ({ username }: SignedUp) =>
  (await app.call(signIn, { Username: username, Password: password }, null)).body
const enter = async (user: SignedUp, Code: string, Method: 'Email' | 'Authenticator' | 'Recovery' = 'Authenticator') =>
  app.call(verifySignIn, { ChallengeId: (await begin(user)).ChallengeId, Code, Method }, null)

describe('authenticator codes', () => {
  test('are turned on by a first right code, and then asked for in place of a message', async () => {
    const { user, token, shows, started } = await enrolled()
    expect(started.body.Uri).toBe(
      `otpauth://totp/Carat:${user.username}?issuer=Carat&secret=${started.body.Secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const before = await app.sql('select from outbox_message where recipient = $1', user.email)
    const requested = await begin(user)
    expect(requested).toMatchObject({ Method: 'Authenticator', SentTo: null, ResendIn: 0 })
    expect(await app.sql('select from outbox_message where recipient = $1', user.email)).toHaveLength(before.length)

    const given = { ChallengeId: requested.ChallengeId, Code: shows(), Method: 'Authenticator' as const }
    expect((await app.call(verifySignIn, given, null)).status).toBe(200)
    expect((await app.call(getAuthenticator, {}, token)).body).toMatchObject({ Enrolled: true, RecoveryCodesLeft: 10 })
  })

  test('open one session even if one is handed in fifty times at once, and none when it is replayed', async () => {
    const { user, shows } = await enrolled()
    const challenges = await Promise.all(Array.from({ length: 10 }, () => begin(user)))
    const answers = await Promise.all(
      challenges.map(({ ChallengeId }) =>
        app.call(verifySignIn, { ChallengeId, Code: shows(), Method: 'Authenticator' }, null),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await enter(user, shows())).status).toBe(401)
    const used = shows()
    app.clock.advance(30)
    expect((await enter(user, used)).status).toBe(401)
    expect((await enter(user, shows())).status).toBe(200)
  })

  test('are compared five times for one sign-in even if two hundred guesses arrive at once', async () => {
    const { user, shows } = await enrolled()
    const { ChallengeId } = await begin(user)
    const guesses = Array.from({ length: 200 }, (_, index) => String((Number(shows()) + 1000 + index) % 1_000_000))
    const answers = await Promise.all(
      guesses.map((Code) =>
        app.call(verifySignIn, { ChallengeId, Code: Code.padStart(6, '0'), Method: 'Authenticator' }, null),
      ),
    )
    expect(answers.filter(({ refusal }) => refusal.code === 'access.wrong_code')).toHaveLength(5)
    expect(answers.filter(({ refusal }) => refusal.code === 'access.code_expired')).toHaveLength(195)
  })

  test('leave the way of a message open, whose asking does not give back tries', async () => {
    const { user } = await enrolled()
    const { ChallengeId } = await begin(user)
    for (let turn = 0; turn < 4; turn++)
      await app.call(verifySignIn, { ChallengeId, Code: 'nope', Method: 'Authenticator' }, null)
    expect((await app.call(resendCode, { ChallengeId }, null)).body).toMatchObject({ Method: 'Email', ResendIn: 60 })
    const Code = await codeSentTo(app, user.email)
    expect((await app.call(verifySignIn, { ChallengeId, Code }, null)).status).toBe(200)

    const other = await begin(user)
    for (let turn = 0; turn < 5; turn++)
      await app.call(verifySignIn, { ChallengeId: other.ChallengeId, Code: 'nope', Method: 'Authenticator' }, null)
    await app.call(resendCode, { ChallengeId: other.ChallengeId }, null)
    const late = { ChallengeId: other.ChallengeId, Code: await codeSentTo(app, user.email) }
    expect((await app.call(verifySignIn, late, null)).status).toBe(401)
  })

  test('do not open an e-mailed sign-in of somebody without them, nor the other way round', async () => {
    const user = await signedUp(app)
    expect((await enter(user, '123456', 'Authenticator')).status).toBe(401)
    expect((await enter((await enrolled()).user, '123456', 'Email')).status).toBe(401)
  })

  test('are turned on within five tries, by the person who knows the password', async () => {
    const user = await signedUp(app)
    const token = withToken((await signInAs(app, user)).body.access_token)
    expect(await app.call(startAuthenticator, { CurrentPassword: 'wrong' }, token)).toMatchObject({ status: 409 })
    const { Uri } = (await app.call(startAuthenticator, own, token)).body
    const Code = (URI.parse(Uri) as TOTP).generate({ timestamp: app.clock.now().getTime() })
    const wrong = Code === '000000' ? '111111' : '000000'
    for (let turn = 0; turn < 5; turn++)
      expect(await app.call(confirmAuthenticator, { Code: wrong }, token)).toMatchObject({
        refusal: { code: 'access.wrong_authenticator_code' },
      })
    expect(await app.call(confirmAuthenticator, { Code }, token)).toMatchObject({
      refusal: { code: 'access.setup_expired' },
    })
  })

  test('can be removed with the password: then codes come by message again', async () => {
    const { user, token, shows } = await enrolled()
    expect((await app.call(removeAuthenticator, { CurrentPassword: 'wrong' }, token)).status).toBe(409)
    expect((await app.call(removeAuthenticator, own, token)).status).toBe(200)
    expect((await enter(user, shows())).status).toBe(401)
    await forgetSends(app)
    expect((await begin(user)).Method).toBe('Email')
    expect(await app.call(removeAuthenticator, own, token)).toMatchObject({ status: 409 })
  })
})

describe('a recovery code', () => {
  test('opens one session, however it is written, and is void with new ones', async () => {
    const { user, token, recovery } = await enrolled()
    expect(recovery).toHaveLength(10)
    const [first, second] = recovery as [string, string]
    expect((await enter(user, first.toLowerCase().replace('-', ' '), 'Recovery')).status).toBe(200)
    expect((await enter(user, first, 'Recovery')).status).toBe(401)
    expect((await app.call(getAuthenticator, {}, token)).body.RecoveryCodesLeft).toBe(9)
    const renewed = (await app.call(renewRecoveryCodes, own, token)).body.RecoveryCodes
    expect((await enter(user, second, 'Recovery')).status).toBe(401)
    expect((await enter(user, renewed[0]!, 'Recovery')).status).toBe(200)
  })
})

describe('what the database holds', () => {
  test('is neither the secret of an app nor a recovery code', async () => {
    const { started, recovery } = await enrolled()
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

  test('opens with the earlier key while it is exchanged, and for its own account only', () => {
    const [old, young] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const sealed = seal({ secret: old, earlierSecret: null }, 7, 'SECRET')
    expect(open({ secret: young, earlierSecret: old }, 7, sealed)).toBe('SECRET')
    expect(open({ secret: young, earlierSecret: null }, 7, sealed)).toBeUndefined()
    expect(() => open({ secret: old, earlierSecret: null }, 8, sealed)).toThrow('authenticate')
  })
})
