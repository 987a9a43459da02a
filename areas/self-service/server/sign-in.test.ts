import { beforeEach, describe, expect, test } from 'vitest'
import { deleteCustomer } from '#areas/customers/contract/customers.ts'
import { customer } from '#tests/factories/customers.ts'
import { membership } from '#tests/factories/memberships.ts'
import { anyAddress, bearer } from '#tests/factories/self-service.ts'
import { codeSentTo, sendRequestedMessages } from '#tests/factories/sign-in.ts'
import { hq, useApp } from '#tests/harness.ts'
import { customerSignIn, customerSignOut, getOwnProfile, requestSignInCode } from '../contract.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(async () => {
  app.clock.set(at)
  await app.sql('delete from rate_limit')
})

let members = 0
async function memberWith(values: Parameters<typeof customer>[1] = {}) {
  members++
  const Email = `member${members}@mail.example`
  const { CustomerId } = await customer(app.db, { Email, VerifiedEmailYN: 'Y', ...values })
  const { MembershipNo } = await membership(app.db, { CustomerId })
  return { CustomerId, MembershipNo, Email }
}

const ask = (Identifier: string, ip = anyAddress()) => app.call(requestSignInCode, { Identifier }, { as: null, ip })
const enter = (Identifier: string, ChallengeId: string, Code: string, ip = anyAddress()) =>
  app.call(customerSignIn, { Identifier, ChallengeId, Code }, { as: null, ip })

async function signIn(Identifier: string, Email: string) {
  const { body } = await ask(Identifier)
  return enter(Identifier, body.ChallengeId, await codeSentTo(app, Email))
}

describe('sign-in of customers', () => {
  test('customer sign-in: a member signs in by number or e-mail address with a code, and reaches their own profile', async () => {
    const { CustomerId, MembershipNo, Email } = await memberWith()
    const { status, body } = await signIn(MembershipNo.toLowerCase(), Email)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { customer_id: CustomerId, user_info: { membership_no: MembershipNo }, expires_in: 30 * 86_400 },
    })
    expect((await app.call(getOwnProfile, {}, bearer(body.access_token))).body).toMatchObject({ CustomerId })
    app.clock.advance(61)
    expect((await signIn(Email.toUpperCase(), Email)).body.customer_id).toBe(CustomerId)
  })

  test('customer sign-in: signing out makes the token invalid', async () => {
    const { MembershipNo, Email } = await memberWith()
    const { body } = await signIn(MembershipNo, Email)
    expect((await app.call(customerSignOut, {}, bearer(body.access_token))).status).toBe(200)
    expect((await app.call(getOwnProfile, {}, bearer(body.access_token))).status).toBe(401)
  })

  test('customer session: ends after seven days without use, after thirty days, and when the customer is deleted', async () => {
    const { MembershipNo, Email, CustomerId } = await memberWith()
    const { body } = await signIn(MembershipNo, Email)
    const profile = () => app.call(getOwnProfile, {}, bearer(body.access_token))
    for (let day = 0; day < 29; day++) {
      app.clock.advance(86_400)
      expect((await profile()).status).toBe(200)
    }
    app.clock.advance(86_400)
    expect((await profile()).status).toBe(401)
    const again = await signIn(MembershipNo, Email)
    app.clock.advance(7 * 86_400)
    expect((await app.call(getOwnProfile, {}, bearer(again.body.access_token))).status).toBe(401)
    const last = await signIn(MembershipNo, Email)
    expect((await app.call(deleteCustomer, { CustomerId }, hq)).status).toBe(200)
    expect((await app.call(getOwnProfile, {}, bearer(last.body.access_token))).status).toBe(401)
  })
})

describe('customer sign-in with an unknown identifier', () => {
  test('unknown identifiers: the reply is the same for known, unknown, unverified and shared identifiers', async () => {
    const { MembershipNo, Email } = await memberWith()
    await customer(app.db, { Email: 'unproved@mail.example' })
    const unreachable = await memberWith({ Email: null, VerifiedEmailYN: 'N' })
    for (let attempt = 0; attempt < 2; attempt++)
      await customer(app.db, { Email: 'shared@mail.example', VerifiedEmailYN: 'Y' })
    const answers = await Promise.all(
      [
        MembershipNo,
        Email.replace('member', 'unknown'),
        'JC999999999',
        'unproved@mail.example',
        'shared@mail.example',
        unreachable.MembershipNo,
      ].map((identifier) => ask(identifier)),
    )
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 200,
        body: { ChallengeId: expect.stringMatching(/^[\w-]{32}$/), ExpiresIn: 600, ResendIn: 60 },
      })
    }
    const messages = await app.sql<{ recipient: string }>(
      `select recipient from outbox_message where recipient in ('unproved@mail.example', 'shared@mail.example')`,
    )
    expect(messages).toEqual([])
    // The error for too many requests is also the same for known and unknown identifiers.
    const ip = anyAddress()
    for (const identifier of [MembershipNo, 'JC999999999']) await ask(identifier, ip)
    const often = await Promise.all([ask(MembershipNo, ip), ask('JC999999999', ip)])
    expect(often.map(({ status, refusal }) => [status, refusal.code])).toEqual(
      Array(2).fill([429, 'self-service.sent_already']),
    )
  })

  test('unknown identifiers: for any identifier, the same rows are stored before the reply', async () => {
    const { MembershipNo } = await memberWith()
    const rowsOf = async (Identifier: string) => {
      await app.sql('delete from customer_code; delete from message_wanted')
      await ask(Identifier)
      const [code] = await app.sql<object>(
        `select purpose, customer_id, email, attempts, used_at, octet_length(code_hash) as hash from customer_code`,
      )
      const [queuedMessage] = await app.sql<object>(
        'select kind, octet_length(secret_sealed) as bytes, created_at, next_try_at, until, attempts from message_wanted',
      )
      return {
        code,
        wanted: queuedMessage,
        outbox: await app.sql('select from outbox_message where created_at >= $1', at),
      }
    }
    const memberRows = await rowsOf(MembershipNo)
    expect(memberRows.code).toMatchObject({ purpose: 'Sign-in', customer_id: null })
    expect(memberRows).toEqual(await rowsOf('9'.repeat(MembershipNo.length)))
    await app.sql('delete from customer_code; delete from message_wanted')
  })

  test('unknown identifiers: a code that belongs to no customer opens no session', async () => {
    const { body } = await ask('JC999999998')
    for (const Code of ['000000', '123456', ''])
      expect(await enter('JC999999998', body.ChallengeId, Code)).toMatchObject({
        status: 409,
        refusal: { message: 'Invalid verification code' },
      })
  })
})

describe('sign-in code of a customer', () => {
  test('sign-in code: of 200 concurrent guesses five are compared, and then even the correct code is refused', async () => {
    const { MembershipNo, Email } = await memberWith()
    const { body } = await ask(MembershipNo)
    const Code = await codeSentTo(app, Email)
    const wrong = String((Number(Code) + 1) % 1_000_000).padStart(6, '0')
    const answers = await Promise.all(Array.from({ length: 200 }, () => enter(MembershipNo, body.ChallengeId, wrong)))
    expect(answers.filter(({ status }) => status !== 409)).toEqual([])
    const [attemptRow] = await app.sql<{ attempts: number }>('select max(attempts) as attempts from customer_code')
    expect(attemptRow!.attempts).toBe(5)
    expect((await enter(MembershipNo, body.ChallengeId, Code)).status).toBe(409)
  })

  test('sign-in code: a correct code that is sent fifty times at once signs in once', async () => {
    const { MembershipNo, Email } = await memberWith()
    const { body } = await ask(MembershipNo)
    const Code = await codeSentTo(app, Email)
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter(MembershipNo, body.ChallengeId, Code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('sign-in code: is valid for ten minutes, and only for the identifier for which it was requested', async () => {
    const { MembershipNo, Email } = await memberWith()
    const first = await ask(MembershipNo)
    const Code = await codeSentTo(app, Email)
    expect((await enter(Email, first.body.ChallengeId, Code)).status).toBe(409)
    app.clock.advance(600)
    expect((await enter(MembershipNo, first.body.ChallengeId, Code)).status).toBe(409)
  })

  test('sign-in code: requests by others neither void the member’s code nor use up the member’s limit', async () => {
    const { MembershipNo, Email } = await memberWith()
    const [stranger, owner] = [anyAddress(), anyAddress()]
    const first = await ask(MembershipNo, owner)
    const Code = await codeSentTo(app, Email)
    const statuses = []
    for (let time = 0; time < 5; time++) {
      app.clock.advance(61)
      statuses.push((await ask(MembershipNo, stranger)).status)
      await sendRequestedMessages(app)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const second = await ask(MembershipNo, owner)
    expect(second.status).toBe(200)
    const latest = await codeSentTo(app, Email)
    expect((await enter(MembershipNo, first.body.ChallengeId, Code)).status).toBe(200)
    expect((await enter(MembershipNo, second.body.ChallengeId, latest)).status).toBe(200)
  })

  test('sign-in code: an address gets at most six codes an hour and twenty a day, from whatever networks', async () => {
    const { MembershipNo, Email } = await memberWith()
    for (let hour = 0; hour < 5; hour++) {
      for (let time = 0; time < 8; time++) await ask(MembershipNo, anyAddress())
      await sendRequestedMessages(app)
      app.clock.advance(3601)
    }
    expect(await app.sql('select from outbox_message where recipient = $1', Email)).toHaveLength(20)
  })

  test('sign-in code: if its message is delayed, a code stays valid even if a later code was sent', async () => {
    const { MembershipNo, Email } = await memberWith()
    const first = await ask(MembershipNo)
    await app.sql(`update message_wanted set next_try_at = $1`, '2026-03-10T02:01:30Z')
    app.clock.advance(61)
    const second = await ask(MembershipNo)
    const Code = await codeSentTo(app, Email)
    app.clock.advance(120)
    const delayedCode = await codeSentTo(app, Email)
    expect(await app.sql('select from outbox_message where recipient = $1', Email)).toHaveLength(2)
    expect((await enter(MembershipNo, first.body.ChallengeId, delayedCode)).status).toBe(200)
    expect((await enter(MembershipNo, second.body.ChallengeId, Code)).status).toBe(200)
  })

  test('sign-in code: neither challenge id nor session token is stored in readable form', async () => {
    const { MembershipNo, Email } = await memberWith()
    const { body } = await ask(MembershipNo)
    const Code = await codeSentTo(app, Email)
    const signed = await enter(MembershipNo, body.ChallengeId, Code)
    const stored = JSON.stringify([
      await app.sql('select * from customer_code'),
      await app.sql('select * from session'),
      await app.sql('select * from audit_record'),
    ])
    expect(stored).not.toContain(body.ChallengeId)
    expect(stored).not.toContain(signed.body.access_token)
  })

  test('wrong sign-in codes: more than 200 in ten minutes raise an alarm and leave each network three attempts', async () => {
    const alarms = `select from audit_log where log_text like '%200 wrong codes within 10 minutes%'`
    const before = await app.sql(alarms)
    for (let attempt = 0; attempt < 210; attempt++) await enter('JC1', 'x'.repeat(32), '111111')
    const noted = await app.sql(alarms)
    expect(noted).toHaveLength(before.length + 1)
    const ip = anyAddress()
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++)
      statuses.push((await enter('JC1', 'x'.repeat(32), '111111', ip)).status)
    expect(statuses).toEqual([409, 409, 409, 429])
  })
})
