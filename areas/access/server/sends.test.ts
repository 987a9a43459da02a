import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { password, type SignedUp, signedUp, signInAs, wantedWritten } from '#tests/factories/sign-in.ts'
import { hq, useApp } from '#tests/harness.ts'
import { addIdentity, forgotPassword, requestPasswordReset, resendCode, signIn, unlockAccount } from '../contract.ts'

// Messages that somebody else can have sent to a person: one mechanism, tried over every call that sends.

const at = '2026-03-10T02:00:00Z'
const sso = { name: 'sso', issuer: 'https://sso.example', clientId: 'carat', clientSecret: 'x' } as const
const app = useApp({ at, signInProviders: [sso] })
beforeEach(() => app.clock.set(at))

const messagesTo = async ({ email }: SignedUp) => {
  await wantedWritten(app)
  return (await app.sql('select 1 from outbox_message where recipient = $1', email)).length
}

type Sending = {
  call: (user: SignedUp) => Promise<{ status: number }>
  tells: boolean
  perHour: number
  perDay: number
}
let subject = 0
let number = 0
const elsewhere = () => ({ as: null, ip: `10.8.${(++number / 250) | 0}.${number % 250}` })
const challenges = new Map<number, string>()

const calls: Record<string, Sending> = {
  [signIn.path]: {
    call: (user) => app.call(signIn, { Username: user.username, Password: password }, elsewhere()),
    tells: true,
    perHour: 10,
    perDay: 40,
  },
  [resendCode.path]: {
    call: async (user) => {
      // Five codes at most belong to one sign-in, so each is asked for in a sign-in of its own.
      const ChallengeId = `${'c'.repeat(20)}${++subject}`
      challenges.set(subject, ChallengeId)
      const { keyOfChallenge } = await import('./tokens.ts')
      await app.sql(
        `insert into sign_in_challenge (challenge_id, user_id, sends, expires_at, created_at) values ($1, $2, 0, '2199-01-01', now())`,
        keyOfChallenge(ChallengeId),
        user.userId,
      )
      return app.call(resendCode, { ChallengeId }, elsewhere())
    },
    tells: true,
    perHour: 10,
    perDay: 40,
  },
  [forgotPassword.path]: {
    call: async (user) => {
      const answer = await app.call(forgotPassword, { Username: user.username }, elsewhere())
      await wantedWritten(app)
      return answer
    },
    tells: false,
    perHour: 3,
    perDay: 10,
  },
  [requestPasswordReset.path]: {
    call: (user) => app.call(requestPasswordReset, { UserId: user.userId }, hq),
    tells: true,
    perHour: 3,
    perDay: 10,
  },
  [addIdentity.path]: {
    call: (user) =>
      app.call(addIdentity, { UserId: user.userId, Provider: 'sso', Subject: `subject ${++subject}` }, hq),
    tells: true,
    perHour: 3,
    perDay: 10,
  },
}
const each = Object.entries(calls)

describe('messages to one person', () => {
  test.each(each)('%s sends one a minute, however often and from wherever it is asked at once', async (_, sending) => {
    const user = await signedUp(app)
    const replies = await Promise.all(Array.from({ length: 15 }, () => sending.call(user)))
    expect(await messagesTo(user)).toBe(1)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(sending.tells ? 14 : 0)
    const reported = {
      refusal: { code: 'access.sent_already', params: { seconds: 60 } },
      headers: { 'retry-after': '60' },
    }
    expect(refused.slice(0, 1)).toMatchObject(sending.tells ? [reported] : [])
    app.clock.advance(59)
    await sending.call(user)
    expect(await messagesTo(user)).toBe(1)
    app.clock.advance(1)
    await sending.call(user)
    expect(await messagesTo(user)).toBe(2)
  })

  test.each(each)('%s sends no more than its number within an hour and a day', async (_, sending) => {
    const user = await signedUp(app)
    for (let minute = 0; minute < sending.perHour + 5; minute++) {
      await sending.call(user)
      app.clock.advance(60)
    }
    expect(await messagesTo(user)).toBe(sending.perHour)
    for (let hour = 1; hour < 8; hour++) {
      app.clock.set(new Date(Date.parse(at) + hour * 3_600_000).toISOString())
      for (let minute = 0; minute < sending.perHour; minute++) {
        await sending.call(user)
        app.clock.advance(60)
      }
    }
    expect(await messagesTo(user)).toBe(sending.perDay)
    app.clock.set('2026-03-11T02:00:00Z')
    await sending.call(user)
    expect(await messagesTo(user)).toBe(sending.perDay + 1)
  })

  test('a flood of links keeps nobody from their codes, and unlocking opens both again', async () => {
    const user = await signedUp(app)
    for (let turn = 0; turn < 5; turn++) await calls[forgotPassword.path]!.call(user)
    app.clock.advance(1)
    expect((await signInAs(app, user)).status).toBe(200)
    expect((await calls[signIn.path]!.call(user)).status).toBe(429)
    await app.call(unlockAccount, { UserId: user.userId }, hq)
    expect((await calls[signIn.path]!.call(user)).status).toBe(200)
  })

  test('asking for a link is answered alike within the minute and beyond, for a known name and for nobody’s', async () => {
    const user = await signedUp(app)
    for (const Username of [user.username, user.username, 'nobody.here', 'nobody.here'])
      expect(await app.call(forgotPassword, { Username }, elsewhere())).toMatchObject({
        status: 200,
        body: { ExpiresIn: 1800 },
      })
  })
})

// Where else messages are written, and why nobody can flood somebody with them.
const others: Record<string, string> = {
  'areas/access/server/account-password/password-links.ts': 'is called by the two that ask for links, counted there',
  'areas/access/server/account-password/set-password.ts': 'follows a password that was set',
  'areas/access/server/accounts/update-user.ts': 'follows an address that was changed by head office',
  'areas/access/server/authenticator/remove-authenticator.ts': 'follows a change of one’s own, with the password',
  'areas/access/server/providers/answer-request.ts': 'answers a request, once',
  'areas/access/server/providers/identities.ts': 'follows an identity that was added or removed, also by head office',
}

test('every file of this area that sends messages counts them, or says why it need not', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join('areas/access/server', name))
  // The one place through which they go is no sender itself.
  const sending = files.filter(
    (file) =>
      !file.endsWith('/reader.ts') &&
      /\b(ctx\.mail|writeTo|notifyAccount)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  const counted = sending.filter((file) => /\b(takeSend|countSend)\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(sending.filter((file) => !counted.includes(file)).sort()).toEqual(Object.keys(others).sort())
})
