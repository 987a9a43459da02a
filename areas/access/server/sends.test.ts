import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createSignInAccount,
  password,
  type SignedUp,
  sendRequestedMessages,
  signInAs,
} from '#tests/factories/sign-in.ts'
import { hq, useApp } from '#tests/harness.ts'
import {
  addIdentity,
  forgotPassword,
  requestPasswordReset,
  resendSignInCode,
  signIn,
  unlockAccount,
} from '../contract.ts'

// Checks the message limits of every call with which a caller can send messages to another person.

const at = '2026-03-10T02:00:00Z'
const sso = { name: 'sso', issuer: 'https://sso.example', clientId: 'carat', clientSecret: 'x' } as const
const app = useApp({ at, signInProviders: [sso] })
beforeEach(() => app.clock.set(at))

const messagesTo = async ({ email }: SignedUp) => {
  await sendRequestedMessages(app)
  return (await app.sql('select 1 from outbox_message where recipient = $1', email)).length
}

type Sending = {
  call: (user: SignedUp) => Promise<{ status: number }>
  tells: boolean
  perHour: number
  perDay: number
}
let subjectCount = 0
let addressCount = 0
const elsewhere = () => ({ as: null, ip: `10.8.${(++addressCount / 250) | 0}.${addressCount % 250}` })
const challenges = new Map<number, string>()

const calls: Record<string, Sending> = {
  [signIn.path]: {
    call: (user) => app.call(signIn, { Username: user.username, Password: password }, elsewhere()),
    tells: true,
    perHour: 10,
    perDay: 40,
  },
  [resendSignInCode.path]: {
    call: async (user) => {
      // One sign-in sends at most five codes, so each request uses a new sign-in.
      const ChallengeId = `${'c'.repeat(20)}${++subjectCount}`
      challenges.set(subjectCount, ChallengeId)
      const { hashChallengeId: keyOfChallenge } = await import('./tokens.ts')
      await app.sql(
        `insert into sign_in_challenge (challenge_id, user_id, sends, expires_at, created_at) values ($1, $2, 0, '2199-01-01', now())`,
        keyOfChallenge(ChallengeId),
        user.userId,
      )
      return app.call(resendSignInCode, { ChallengeId }, elsewhere())
    },
    tells: true,
    perHour: 10,
    perDay: 40,
  },
  [forgotPassword.path]: {
    call: async (user) => {
      const answer = await app.call(forgotPassword, { Username: user.username }, elsewhere())
      await sendRequestedMessages(app)
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
      app.call(addIdentity, { UserId: user.userId, Provider: 'sso', Subject: `subject ${++subjectCount}` }, hq),
    tells: true,
    perHour: 3,
    perDay: 10,
  },
}
const sendingCalls = Object.entries(calls)

describe('limits of the messages sent to one account', () => {
  test.each(sendingCalls)(
    '%s sends one message a minute, even with concurrent requests from many addresses',
    async (_, sending) => {
      const user = await createSignInAccount(app)
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
    },
  )

  test.each(sendingCalls)('%s respects the hourly and daily limits of messages', async (_, sending) => {
    const user = await createSignInAccount(app)
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

  test('message limits: a flood of reset links does not block sign-in codes, and unlocking the account resets both limits', async () => {
    const user = await createSignInAccount(app)
    for (let turn = 0; turn < 5; turn++) await calls[forgotPassword.path]!.call(user)
    app.clock.advance(1)
    expect((await signInAs(app, user)).status).toBe(200)
    expect((await calls[signIn.path]!.call(user)).status).toBe(429)
    await app.call(unlockAccount, { UserId: user.userId }, hq)
    expect((await calls[signIn.path]!.call(user)).status).toBe(200)
  })

  test('message limits: reset link requests get the same reply for known and unknown names, within and beyond the limit', async () => {
    const user = await createSignInAccount(app)
    for (const Username of [user.username, user.username, 'unknown.user', 'unknown.user'])
      expect(await app.call(forgotPassword, { Username }, elsewhere())).toMatchObject({
        status: 200,
        body: { ExpiresIn: 1800 },
      })
  })
})

// Other files that send messages, each with the reason why callers cannot use it to flood a user.
const exempt: Record<string, string> = {
  'areas/access/server/account-password/password-links.ts':
    'called by the two calls that request links, which count them',
  'areas/access/server/account-password/set-password.ts': 'follows a changed password',
  'areas/access/server/accounts/update-user.ts': 'follows an address change by head office',
  'areas/access/server/authenticator/remove-authenticator-app.ts': 'follows the user’s own change, with the password',
  'areas/access/server/passkeys/add-passkey.ts': 'follows a ceremony with a new passkey',
  'areas/access/server/passkeys/own-passkeys.ts': 'follows the removal of an existing passkey by its user',
  'areas/access/server/passkeys/passkeys-of-user.ts': 'follows the removal of an existing passkey by an administrator',
  'areas/access/server/providers/answer-request.ts': 'answers a request, once',
  'areas/access/server/providers/identities.ts': 'follows an identity that was added or removed, also by head office',
}

test('message limits: every file of the access area that sends messages counts them, or is listed as exempt', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join('areas/access/server', name))
  // This helper sends the messages of all callers and decides nothing itself.
  const sending = files.filter(
    (file) =>
      !file.endsWith('/account-messages.ts') &&
      /\b(ctx\.mail|sendAccountMessage|notifyAccount)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  const countedFiles = sending.filter((file) =>
    /\b(tryCountMessageToAccount|countAccountMessage)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(sending.filter((file) => !countedFiles.includes(file)).sort()).toEqual(Object.keys(exempt).sort())
})
