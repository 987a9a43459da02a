import { beforeEach, describe, expect, test } from 'vitest'
import { fileRoutes, jsonRoutes } from '#app/server/areas.ts'
import { oauthToken } from '#areas/access/contract/oauth.ts'
import * as access from '#areas/access/contract.ts'
import { submitPublicForm } from '#areas/feedback/contract.ts'
import { addTemplate, smsStatus, unsubscribe } from '#areas/messages/contract.ts'
import { writeMessagesJob } from '#areas/messages/server/occasions.ts'
import { unsubscribeUrl } from '#areas/messages/server/unsubscribe-link.ts'
import { exportOwnData } from '#areas/privacy/contract.ts'
import * as own from '#areas/self-service/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { customer } from './factories/customers.ts'
import { invitationFor, ratingForm } from './factories/feedback.ts'
import { cardGroup, membership } from './factories/memberships.ts'
import { nextNumber } from './factories/people.ts'
import { anyAddress, bearer, passcode, registration, visitor } from './factories/self-service.ts'
import { codeSentTo, createSignInAccount, sendRequestedMessages } from './factories/sign-in.ts'
import { type CallOptions, hq, useApp } from './harness.ts'
import { jobContext } from './test-app.ts'

// Lists each change that unauthenticated callers and customers can make, with its writes, messages and limit.
// The tests flood each of these calls from one network, or as one customer.

const at = '2026-03-10T04:00:00Z'
const app = useApp({ at, prepare: async ({ db }) => void (await cardGroup(db)) })
beforeEach(async () => {
  app.clock.set(at)
  await app.sql('delete from rate_limit')
})

type Attempt = (
  time: number,
) => Promise<{ status: number; headers: Record<string, unknown>; refusal: { code: string } }>
type Declared = {
  call: Endpoint
  /** The tables that the call may write, besides counters and logs. */
  writes: string
  /** The maximum number of messages that one flood causes. */
  sends?: number
  /** The number of attempts that succeed before 429, or null if a flood writes no more than one attempt. */
  most: number | null
  /** The status after `most` attempts, if another limit is reached before the tested one. */
  ends?: number
  /** The reason why attempts are not limited, if `most` is null. */
  because?: string
  flood: () => Promise<Attempt>
}

const unauthenticatedCaller = () => ({ as: null, ip: anyAddress() })
const attemptCall = (
  call: Endpoint,
  body: (time: number) => object,
  from: CallOptions = unauthenticatedCaller(),
): Attempt => {
  return (time) => app.call(call, body(time) as never, from) as never
}
const token = 'x'.repeat(43)
const passkeyResponse = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
}

async function signedInCustomer() {
  const Email = `flood${nextNumber()}@mail.example`
  const { CustomerId } = await customer(app.db, { Email, VerifiedEmailYN: 'Y' })
  const { MembershipNo: Identifier } = await membership(app.db, { CustomerId })
  const { ChallengeId } = (await app.call(own.requestSignInCode, { Identifier }, unauthenticatedCaller())).body
  const Code = await codeSentTo(app, Email)
  const { body } = await app.call(own.customerSignIn, { Identifier, ChallengeId, Code }, unauthenticatedCaller())
  return { CustomerId, session: bearer(body.access_token) }
}

const address = { AddressType: 'Home', Line1: '1 Jalan Ampang', Postcode: '50450' }

const calls: readonly Declared[] = [
  {
    call: access.signIn,
    writes: 'login_activity sign_in_challenge',
    most: 10,
    flood: async () => {
      const { username } = await createSignInAccount(app)
      return attemptCall(access.signIn, () => ({ Username: username, Password: 'not this one, sorry' }))
    },
  },
  {
    call: access.resendSignInCode,
    writes: '',
    most: null,
    because: 'an unknown challenge has no recipient; a known one is counted as a code of its account',
    flood: async () => attemptCall(access.resendSignInCode, () => ({ ChallengeId: token })),
  },
  {
    call: access.verifySignIn,
    writes: 'login_activity',
    most: null,
    because: 'an unknown challenge has no account; wrong codes of a known one are counted',
    flood: async () => attemptCall(access.verifySignIn, () => ({ ChallengeId: token, Code: '000000' })),
  },
  {
    call: access.systemSignIn,
    writes: 'login_activity',
    most: 10,
    flood: async () =>
      attemptCall(access.systemSignIn, () => ({ ClientId: 'pos', ClientSecret: 'not this one, sorry' })),
  },
  {
    call: access.systemSignInWithCode,
    writes: 'login_activity',
    most: 10,
    flood: async () => attemptCall(access.systemSignInWithCode, () => ({ ClientId: 'pos', Code: 'AAAAA-AAAAA' })),
  },
  {
    call: access.forgotPassword,
    writes: 'message_wanted login_activity password_link',
    sends: 3,
    most: 20,
    flood: async () => {
      const { username } = await createSignInAccount(app)
      return attemptCall(access.forgotPassword, () => ({ Username: username }))
    },
  },
  {
    call: own.validatePasscode,
    writes: 'session self_service_visit',
    most: 60,
    flood: async () => {
      const { Passcode } = await passcode(app, { ManyYN: 'Y' })
      return attemptCall(own.validatePasscode, () => ({ Passcode }))
    },
  },
  {
    call: own.requestSignInCode,
    writes: 'customer_code message_wanted',
    sends: 20,
    most: 20,
    flood: async () => attemptCall(own.requestSignInCode, (time) => ({ Identifier: `unknown${time}@mail.example` })),
  },
  {
    call: own.customerSignIn,
    writes: '',
    most: 10,
    flood: async () =>
      attemptCall(own.customerSignIn, () => ({ Identifier: 'JC1', ChallengeId: token.slice(0, 32), Code: '000000' })),
  },
  {
    call: own.registerCustomer,
    writes: `customer membership customer_consent customer_address unproved_contact profile_updated_history profile_updated_field
      session self_service_visit point_balance message_occasion`,
    sends: 0,
    most: 5,
    flood: async () => {
      const ip = anyAddress()
      const { Passcode } = await passcode(app, { ManyYN: 'Y' })
      return async (time) => {
        const opened = await app.call(own.validatePasscode, { Passcode }, { as: null, ip })
        const form = registration({
          Email: 'stranger@mail.example',
          Address: address,
          ContactNo: `013-${8_000_000 + time}`,
        })
        return app.call(own.registerCustomer, form, { ...bearer(opened.body.Visit!.access_token), ip }) as never
      }
    },
  },
  {
    call: own.sendEmailVerification,
    writes: 'customer_code',
    sends: 20,
    most: 20,
    flood: async () =>
      attemptCall(own.sendEmailVerification, (time) => ({ Email: `v${time}@mail.example` }), await visitor(app)),
  },
  {
    call: own.validateEmailVerification,
    writes: '',
    most: 10,
    flood: async () =>
      attemptCall(
        own.validateEmailVerification,
        () => ({ ChallengeId: token.slice(0, 32), Code: '000000' }),
        await visitor(app),
      ),
  },
  {
    call: own.updateOwnProfile,
    writes: 'profile_updated_history profile_updated_field',
    most: 30,
    flood: async () => {
      const { session } = await signedInCustomer()
      return attemptCall(own.updateOwnProfile, (time) => ({ Version: time + 1, PreferredName: `N${time}` }), session)
    },
  },
  {
    call: own.addOwnAddress,
    writes: 'customer_address profile_updated_history profile_updated_field',
    most: 20,
    ends: 409,
    flood: async () => attemptCall(own.addOwnAddress, () => address, (await signedInCustomer()).session),
  },
  {
    call: own.updateOwnAddress,
    writes: 'customer_address profile_updated_history profile_updated_field',
    most: 29,
    flood: async () => {
      const { session } = await signedInCustomer()
      const { body } = await app.call(own.addOwnAddress, address as never, session)
      const { AddressId, Version } = body.Addresses[0]!
      return attemptCall(
        own.updateOwnAddress,
        (time) => ({ AddressId, Version: Version + time, Line1: `${time} Jalan` }),
        session,
      )
    },
  },
  {
    call: own.deleteOwnAddress,
    writes: '',
    most: null,
    because: 'there is nothing to remove; what is removed was added, which is counted',
    flood: async () =>
      attemptCall(own.deleteOwnAddress, () => ({ AddressId: 999_999_999 }), (await signedInCustomer()).session),
  },
  {
    call: own.submitConsents,
    writes: 'customer_consent profile_updated_history profile_updated_field',
    most: 30,
    flood: async () =>
      attemptCall(
        own.submitConsents,
        (time) => ({ Consents: [{ Channel: 'Email', GrantedYN: time % 2 === 0 ? 'Y' : 'N' }] }),
        (await signedInCustomer()).session,
      ),
  },
  {
    call: own.updateOwnEmail,
    writes: 'profile_updated_history profile_updated_field contact_change unproved_contact',
    // Only the previous verified address gets a notice.
    sends: 1,
    most: 30,
    flood: async () =>
      attemptCall(
        own.updateOwnEmail,
        (time) => ({ Email: `moved${time}@mail.example` }),
        (await signedInCustomer()).session,
      ),
  },
  {
    call: access.startPasskeySignIn,
    writes: 'passkey_challenge',
    most: 100,
    flood: async () => attemptCall(access.startPasskeySignIn, () => ({})),
  },
  {
    call: own.customerSignOut,
    writes: '',
    most: null,
    because: 'the first one ends the session',
    flood: async () => attemptCall(own.customerSignOut, () => ({}), (await signedInCustomer()).session),
  },
  {
    call: exportOwnData,
    writes: '',
    most: 5,
    flood: async () => attemptCall(exportOwnData, () => ({}), (await signedInCustomer()).session),
  },
  {
    call: submitPublicForm,
    writes: 'feedback_response feedback_answer task',
    most: 5,
    flood: async () => {
      const { FeedbackId, questions } = await ratingForm(app)
      const Answers = [{ QuestionId: questions[0]!.QuestionId, Number: 1 }]
      const body = () => ({ FeedbackId, SubmissionKey: crypto.randomUUID(), Language: 'en', Answers })
      return attemptCall(submitPublicForm, body)
    },
  },
]

/** Calls authenticated by a secret of 128 bits or a signature, which write nothing without the secret. */
const guarded: readonly Declared[] = [
  [
    access.resetPassword,
    { Token: token, NewPassword: 'seven teapots on a raft', ConfirmPassword: 'seven teapots on a raft' },
  ],
  [access.startProviderSignIn, { Provider: 'google' }],
  [access.ssoSignIn, { State: 'x', Code: 'x' }],
  [access.finishPasskeySignIn, { Response: passkeyResponse }],
  [access.confirmIdentity, { Token: token }],
  [access.declineIdentity, { Token: token }],
  [smsStatus, {}],
].map(([call, body]) => ({
  call: call as Endpoint,
  writes: 'login_activity',
  most: null,
  because: 'needs a secret',
  flood: async () => attemptCall(call as Endpoint, () => body as object),
}))

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const isPublic = ({ kind, access: who }: Endpoint) =>
  kind === 'change' &&
  (['public', 'customer', 'visitor'].includes(who as string) || (typeof who === 'object' && 'visitor' in who))

/** Returns the row count of each table. */
async function rowsOfTables() {
  const tables = await app.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const [counts] = await app.sql<Record<string, number>>(
    `select ${tables.map(({ name }) => `(select count(*)::int from ${name}) as "${name}"`).join()}`,
  )
  return counts!
}
const ofTheProgram =
  /^(audit_|event_outbox$|rate_limit$|idempotency_key$|outbox_message$|contact_log$|session$|self_service_visit$)/

describe('changes by unauthenticated callers and customers', () => {
  test('every public call is listed with the rows that it writes and the messages that it sends', () => {
    const all = [...jsonRoutes.map(({ endpoint }) => endpoint), ...fileRoutes.flatMap(({ calls }) => calls)].filter(
      isPublic,
    )
    const declared = [...calls, ...guarded].map(({ call }) => nameOf(call))
    // The unsubscribe link (below) and the token call (oauth.test.ts) have their own tests, because they take forms.
    expect([...declared, nameOf(unsubscribe), nameOf(oauthToken)].sort()).toEqual(all.map(nameOf).sort())
  })

  test.each([...calls, ...guarded].map((declared) => [nameOf(declared.call), declared] as const))(
    'many requests of %s: further ones get 429 with Retry-After and write and send nothing',
    async (_, { writes, sends = 0, most, ends = 429, flood }) => {
      const attempt = await flood()
      const before = await rowsOfTables()
      const answers = []
      for (let time = 0; time < (most ?? 40) + 3; time++) answers.push(await attempt(time))
      await sendRequestedMessages(app)
      await writeMessagesJob.run(jobContext(app) as never)
      const after = await rowsOfTables()
      const grown = Object.keys(after).filter((table) => after[table]! > before[table]! && !ofTheProgram.test(table))
      expect(grown.filter((table) => !writes.split(/\s+/).includes(table))).toEqual([])
      expect(after.outbox_message! - before.outbox_message!).toBeLessThanOrEqual(sends)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      // A call with a secret may be attempted without limit; a wrong secret never succeeds.
      const admitted = answers.slice(0, most ?? 1)
      const refused = answers.slice(most ?? 1)
      const expected = (status: number) => (most === null ? status >= 400 : status === ends)
      expect(most === null ? [] : admitted.filter(({ status }) => status === 429)).toEqual([])
      expect(refused.filter(({ status }) => !expected(status))).toEqual([])
      const withoutWait = refused.filter(
        ({ status, headers }) => status === 429 && !(Number(headers['retry-after']) > 0),
      )
      expect(withoutWait).toEqual([])
    },
  )

  test('unsubscribe link: many requests with one link withdraw the consent once', async () => {
    const { CustomerId } = await customer(app.db)
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       values ($1, 'Email', 'Y', '1', 'Counter', '2026-01-01Z')`,
      CustomerId,
    )
    const { pathname } = new URL(unsubscribeUrl(app.services, CustomerId, 'Email'))
    for (let time = 0; time < 5; time++) expect((await app.inject({ method: 'POST', url: pathname })).status).toBe(200)
    expect(
      await app.sql(`select from customer_consent where customer_id = $1 and channel = 'Email'`, CustomerId),
    ).toHaveLength(2)
  })

  test('feedback: a personal link takes one response, however often the response is sent', async () => {
    const { FeedbackId, questions } = await ratingForm(app, { Audience: 'Personal link' })
    const { Token } = await invitationFor(app, FeedbackId)
    const Answers = [{ QuestionId: questions[0]!.QuestionId, Number: 5 }]
    const send = () =>
      app.call(
        submitPublicForm,
        { FeedbackId, Token, SubmissionKey: crypto.randomUUID(), Language: 'en', Answers },
        null,
      )
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('registration by unauthenticated customers', () => {
  const welcome = () =>
    app.call(
      addTemplate,
      {
        Name: `Welcome ${nextNumber()}`,
        Event: 'MEMBER-JOINED',
        Status: 'Active',
        Texts: [{ Language: 'en', Subject: 'Welcome {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }],
      } as never,
      hq,
    )
  const messagesTo = async (recipient: string) => {
    await writeMessagesJob.run(jobContext(app) as never)
    return app.sql<{ subject: string }>('select subject from outbox_message where recipient = $1', recipient)
  }
  async function registerFrom(ip: string, Passcode: string, values: Parameters<typeof registration>[0] = {}) {
    const opened = await app.call(own.validatePasscode, { Passcode }, { as: null, ip })
    return app.call(own.registerCustomer, registration(values), { ...bearer(opened.body.Visit!.access_token), ip })
  }

  test('self-registration: 15 registrations an hour from one network succeed, all day', async () => {
    const ip = anyAddress()
    const { Passcode } = await passcode(app, { ManyYN: 'Y' })
    const statuses = []
    for (let person = 0; person < 40; person++) {
      statuses.push((await registerFrom(ip, Passcode)).status)
      app.clock.advance(240)
    }
    expect(new Set(statuses)).toEqual(new Set([201]))
  })

  test('self-registration: more than 20 registrations an hour from one network get 429, even if spread over the hour', async () => {
    const ip = anyAddress()
    const { Passcode } = await passcode(app, { ManyYN: 'Y' })
    const statuses = []
    for (let person = 0; person < 22; person++) {
      statuses.push((await registerFrom(ip, Passcode)).status)
      app.clock.advance(150)
    }
    expect(statuses.slice(20)).toEqual([429, 429])
    expect((await registerFrom(anyAddress(), Passcode)).status).toBe(201)
  })

  test('self-registration: 50 registrations an hour with one passcode raise an alarm, even from many networks', async () => {
    const { Passcode, PasscodeId } = await passcode(app, { ManyYN: 'Y' })
    const alarms = () =>
      app.sql(
        `select from audit_log where log_text like '%50 registrations within an hour. PasscodeId - ${PasscodeId}'`,
      )
    for (let person = 0; person < 49; person++) await registerFrom(anyAddress(), Passcode)
    expect(await alarms()).toHaveLength(0)
    for (let person = 0; person < 3; person++) await registerFrom(anyAddress(), Passcode)
    expect(await alarms()).toHaveLength(1)
  })

  test('self-registration: one e-mail address can be used five times a day', async () => {
    const { Passcode } = await passcode(app, { ManyYN: 'Y' })
    const statuses = []
    for (let person = 0; person < 6; person++)
      statuses.push((await registerFrom(anyAddress(), Passcode, { Email: 'one.target@mail.example' })).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  test('unverified address: no message contains the name that was typed, and no marketing consent takes effect', async () => {
    await welcome()
    const Email = `victim${nextNumber()}@mail.example`
    const { Passcode } = await passcode(app, { ManyYN: 'Y' })
    const Consents = (['Service', 'Email', 'SMS', 'Mail'] as const).map((Channel) => ({
      Channel,
      GrantedYN: 'Y' as const,
    }))
    const { body } = await registerFrom(anyAddress(), Passcode, { Email, FullName: 'YOU HAVE WON', Consents })
    expect(await messagesTo(Email)).toEqual([])
    const countRows = () =>
      app.sql<{ channel: string }>(
        'select channel from customer_consent where customer_id = $1 order by 1',
        body.CustomerId,
      )
    expect(await countRows()).toEqual([{ channel: 'Service' }])
    // The page of the customer shows the consents.
    const session = bearer(body.Visit.access_token)
    const profile = await app.call(own.getOwnProfile, {}, session)
    expect(profile.body.Consents.map(({ Channel, GrantedYN }) => [Channel, GrantedYN])).toEqual(
      Consents.map(({ Channel, GrantedYN }) => [Channel, GrantedYN]),
    )

    // Repeated changes of the address send no message either.
    for (const address of ['other@mail.example', Email, 'other@mail.example', Email])
      expect((await app.call(own.updateOwnEmail, { Email: address }, session)).status).toBe(200)
    expect(await messagesTo(Email)).toEqual([])

    const { ChallengeId } = (await app.call(own.sendEmailVerification, { Email }, session)).body
    const Code = await codeSentTo(app, Email)
    expect((await app.call(own.validateEmailVerification, { ChallengeId, Code }, session)).status).toBe(200)
    expect((await countRows()).map(({ channel }) => channel)).toEqual(['Email', 'Mail', 'Service'])
  })

  test('verified address: the welcome message is sent, and consents take effect at once', async () => {
    await app.sql(`update contact_template set status = 'Inactive'`)
    await welcome()
    const Email = `proved${nextNumber()}@mail.example`
    const session = await visitor(app)
    const { ChallengeId } = (await app.call(own.sendEmailVerification, { Email }, session)).body
    await app.call(own.validateEmailVerification, { ChallengeId, Code: await codeSentTo(app, Email) }, session)
    const Consents = (['Service', 'Email', 'Mail', 'SMS'] as const).map((Channel) => ({
      Channel,
      GrantedYN: 'Y' as const,
    }))
    const { body } = await app.call(
      own.registerCustomer,
      registration({ Email, Consents, FullName: 'LIM MEI' }),
      session,
    )
    expect((await messagesTo(Email)).map(({ subject }) => subject)).toContain('Welcome Lim Mei')
    const countedRows = await app.sql<{ channel: string }>(
      'select channel from customer_consent where customer_id = $1 order by 1',
      body.CustomerId,
    )
    // The phone number remains unverified until staff confirm it.
    expect(countedRows.map(({ channel }) => channel)).toEqual(['Email', 'Mail', 'Service'])
  })
})
