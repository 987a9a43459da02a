import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimReward, issueRewards } from '#areas/customer-rewards/contract.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addCustomer } from '#areas/customers/contract/customers.ts'
import { startMailRelay } from '#kit/server/mail.ts'
import { API_BASE } from '#kit/server/serve.ts'
import type { SmsGateway } from '#kit/server/sms.ts'
import { registered } from '#tests/factories/customers.ts'
import { points, reward, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { takeComplaints } from '#tests/setup.ts'
import * as contract from '../contract.ts'
import { remindOfEnds, writeMessages } from './occasions.ts'
import { signatureOf } from './reports.ts'

// The other side is a real mail server, and a gateway over HTTP that speaks as Twilio does.

const patient = { timeout: 15_000 }
/** Noon in Kuala Lumpur, on a Tuesday. */
const noon = '2026-03-10T04:00:00Z'
const publicUrl = 'https://carat.example'
const app = useApp({ at: noon, publicUrl })
const counter = staffWith({ roles: ['Claim Rewards', 'Customer'] })

let received: string[]
let mailServer: 'up' | 'refuses' | 'no mailbox'
let smtp: SMTPServer
let gateway: Server
let texts: { headers: IncomingMessage['headers']; path: string; form: URLSearchParams }[]
let warnings: string[]
let gatewayAnswers: (number: string) => { status: number; body: object }
const stops: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  app.clock.set(noon)
  received = []
  texts = []
  warnings = []
  mailServer = 'up'
  gatewayAnswers = (number) => ({ status: 201, body: { sid: `SM${number.slice(1)}`, status: 'queued' } })
  await app.sql('delete from message_occasion')
  await app.sql('delete from outbox_message')
  await app.sql(`update contact_template set status = 'Inactive'`)
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(mailServer === 'no mailbox' ? Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }) : null)
    },
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        if (mailServer === 'refuses') return done(new Error('451 not now'))
        received.push(text)
        done()
      })
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const form = new URLSearchParams(body)
      texts.push({ headers: request.headers, path: request.url ?? '', form })
      const answer = gatewayAnswers(form.get('To') ?? '')
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await new Promise((resolve) => gateway.close(resolve))
})

const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port
const account = { accountSid: 'AC0123', authToken: 'secret-token', from: '+60300000000' }
const sms = (): SmsGateway => ({
  ...account,
  url: `http://127.0.0.1:${portOf(gateway)}`,
  statusUrl: `${publicUrl}${API_BASE}${contract.smsStatus.path}`,
})

function relay() {
  const started = startMailRelay({
    database: app.database,
    clock: app.clock.now,
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    from: 'Carat <no-reply@carat.example>',
    sms: sms(),
    timeZone: 'Asia/Kuala_Lumpur',
    demo: false,
    warn: (error) => warnings.push((error as Error).message),
  })
  stops.push(started.stop)
  return started
}

type Add = Parameters<typeof app.call<typeof contract.addTemplate>>[1]
let number = 0
async function template(values: Partial<Add> = {}) {
  const Texts =
    values.ContactType === 'SMS'
      ? [{ Language: 'en', Body: 'Dear {{ FullName }}. Stop: {{ UnsubscribeLink }}' }]
      : [{ Language: 'en', Subject: 'For {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }]
  const made = { Name: `Template ${++number}`, Status: 'Active', Texts, ...values } as Add
  return (await app.call(contract.addTemplate, made, hq)).body.TemplateId
}

const consent = (CustomerId: number, Channel: 'Email' | 'SMS' | 'Service', GrantedYN: 'Y' | 'N' = 'Y') =>
  app.call(addConsent, { CustomerId, Channel, GrantedYN }, hq)

/** With an address, and consent to both ways. */
async function customer(values: object = {}) {
  const person = await registered(app.db, { Email: `c${++number}@mail.example`, ...values })
  await consent(person.CustomerId, 'Email')
  await consent(person.CustomerId, 'SMS')
  return person
}

const send = (TemplateId: number, CustomerId: number, more: object = {}) =>
  app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId], Option: 'Send', ...more }, hq)
const log = async (CustomerId: number) =>
  (await app.call(contract.listContactLog, { Search: { CustomerId } }, hq)).body.rows
const results = async (CustomerId: number) => (await log(CustomerId)).map(({ Result }) => Result)

describe('a preview', () => {
  test('shows what the customer would get, and sends nothing', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer({ FullName: 'LIM MEI LING' })
    const { body } = await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, hq)
    expect(body).toMatchObject({
      count: 1,
      Message: null,
      rows: [{ Subject: 'For Lim Mei Ling', Blocked: null, MessageId: null, Language: 'en' }],
    })
    expect(body.rows[0]!.Html).toContain('Dear Lim Mei Ling')
    expect(body.rows[0]!.Html).toContain(`${publicUrl}/unsubscribe/`)
    expect(await log(CustomerId)).toEqual([])
  })

  test('is in the customer’s language where the template has it, else in the default one', async () => {
    const TemplateId = await template({
      Texts: [
        { Language: 'en', Subject: 'Hello', Body: '<p>Hello</p>' },
        { Language: 'ms', Subject: 'Salam', Body: '<p>Salam</p>' },
      ],
    })
    const shown = async (Language: string | null) => {
      const { CustomerId } = await customer({ Language })
      const { body } = await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, hq)
      return body.rows[0]!.Subject
    }
    expect(await shown('Malay')).toBe('Salam')
    expect(await shown('Tamil')).toBe('Hello')
    expect(await shown(null)).toBe('Hello')
  })

  test('of a reward without a template answers the specification’s sentence', async () => {
    const { CustomerId } = await customer()
    const { Code } = await reward(app.db)
    expect(
      await app.call(contract.findCustomerMessages, { ReferenceCode: Code, CustomerId: [CustomerId] }, hq),
    ).toMatchObject({ status: 404, refusal: { message: 'No configuration found for this reward' } })
  })

  test('without customers lists who holds the reward, ten at a time, and only those of one’s own outlet', async () => {
    const gift = await voucherReward(app.db, 1)
    const holders: string[] = []
    for (let one = 0; one < 12; one++) holders.push((await member(app.db)).MembershipNo)
    await app.sql(
      `update customer set registered_outlet_code = 'PAV' where customer_id = (
      select customer_id from membership where membership_no = $1)`,
      holders[0],
    )
    await app.call(issueRewards, { RewardId: gift.RewardId, MembershipNos: holders }, hq)
    await template({ Event: 'REWARD-ISSUED', ReferenceCode: gift.Code })
    const asked = { ReferenceCode: gift.Code, Event: 'REWARD-ISSUED' as const }
    const first = await app.call(contract.findCustomerMessages, asked, hq)
    const second = await app.call(contract.findCustomerMessages, { ...asked, Page: 2 }, hq)
    expect([first.body.count, first.body.rows.length, second.body.rows.length]).toEqual([12, 10, 2])
    expect((await app.call(contract.findCustomerMessages, asked, counter)).body.count).toBe(11)
    await template({ Event: 'REWARD-COLLECTED' })
    expect(await app.call(contract.findCustomerMessages, { ReferenceCode: 'REWARD-COLLECTED' }, hq)).toMatchObject({
      status: 400,
      refusal: { code: 'messages.choose_customers' },
    })
  })

  test('takes the template of the reward before that of the event', async () => {
    const { CustomerId } = await customer()
    const { Code } = await reward(app.db)
    await template({ Event: 'REWARD-CLAIMED' })
    const own = await template({ Event: 'REWARD-CLAIMED', ReferenceCode: Code })
    const { body } = await app.call(
      contract.findCustomerMessages,
      { ReferenceCode: Code, Event: 'REWARD-CLAIMED', CustomerId: [CustomerId] },
      hq,
    )
    expect(body.rows[0]!.TemplateId).toBe(own)
  })

  test('does not show the reward of somebody else', async () => {
    const holder = await member(app.db)
    const gift = await voucherReward(app.db, 1)
    const issued = await app.call(issueRewards, { RewardId: gift.RewardId, MembershipNos: [holder.MembershipNo] }, hq)
    const RewardReferenceCode = issued.body.rows[0]!.ReferenceCode!
    const TemplateId = await template()
    const { CustomerId } = await customer()
    expect(
      await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId], RewardReferenceCode }, hq),
    ).toMatchObject({ status: 409, refusal: { code: 'messages.other_customer' } })
  })

  test('of a customer of another outlet needs a look-up first', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer({ RegisteredOutletCode: 'PAV' })
    expect(
      await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, counter),
    ).toMatchObject({ status: 403, refusal: { code: 'customers.foreign' } })
  })
})

describe('an e-mail', () => {
  test('is sent once, as text and HTML, with one Message-ID, and says how to end such messages', async () => {
    const TemplateId = await template()
    const { CustomerId, Email } = await customer({ FullName: 'LIM MEI LING' })
    const { body } = await send(TemplateId, CustomerId)
    expect(body.Message).toBe('Success Sending Email Notification')
    expect(await results(CustomerId)).toEqual(['Queued'])
    relay()
    await expect.poll(() => results(CustomerId), patient).toEqual(['Sent'])
    const [mail] = received
    expect(mail).toContain(`To: ${Email}`)
    expect(mail).toContain('Subject: For Lim Mei Ling')
    expect(mail).toContain(`Message-ID: <${body.rows[0]!.MessageId}@carat.example>`)
    expect(mail).toMatch(/List-Unsubscribe:\s+<https:\/\/carat\.example\/unsubscribe\/[\w.-]+>/)
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail).toContain('Unsubscribe: https://carat.example/unsubscribe/')
    expect(mail).toContain('Content-Type: text/plain')
    expect(mail).toContain('Content-Type: text/html')
    expect(received).toHaveLength(1)
  })

  test('waits while the mail server is down for an hour, and none is lost or sent twice under another number', async () => {
    const TemplateId = await template()
    const people: Awaited<ReturnType<typeof customer>>[] = []
    for (let one = 0; one < 5; one++) people.push(await customer())
    const numbers: string[] = []
    for (const { CustomerId } of people) numbers.push((await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!)
    mailServer = 'refuses'
    const sender = relay()
    const tries = async () =>
      (await app.sql<{ attempts: number }>('select attempts from outbox_message where error is not null')).map(
        ({ attempts }) => attempts,
      )
    let minutes = 0
    for (let attempt = 1; minutes < 60; attempt++) {
      await expect.poll(tries, patient).toEqual(Array(5).fill(attempt))
      await app.sql('update outbox_message set error = null')
      const step = Math.min(30 * 60, 10 * 2 ** (attempt - 1))
      app.clock.advance(step)
      minutes += step / 60
      sender.wake()
    }
    expect(received).toEqual([])
    mailServer = 'up'
    await expect
      .poll(async () => {
        app.clock.advance(1800)
        sender.wake()
        return received.length
      }, patient)
      .toBe(5)
    await expect
      .poll(async () => (await Promise.all(people.map(({ CustomerId }) => results(CustomerId)))).flat(), patient)
      .toEqual(Array(5).fill('Sent'))
    const ids = received.map((mail) => /Message-ID: <([\da-f-]+)@/.exec(mail)![1])
    expect(ids.toSorted()).toEqual(numbers.toSorted())
    takeComplaints()
  })

  test('that a sender had taken when it was killed is sent by the next one under the same number', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId
    // What a sender leaves behind that ends between taking and sending.
    await app.sql(`update outbox_message set attempts = 1, next_try_at = next_try_at + interval '10 seconds'`)
    const sender = relay()
    app.clock.advance(10)
    sender.wake()
    await expect.poll(() => results(CustomerId), patient).toEqual(['Sent'])
    expect(received.map((mail) => /Message-ID: <([\da-f-]+)@/.exec(mail)![1])).toEqual([MessageId])
  })

  test('to a mailbox that does not exist fails at once, and may be sent again by hand', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!
    mailServer = 'no mailbox'
    const sender = relay()
    await expect.poll(() => results(CustomerId), patient).toEqual(['Failed'])
    expect((await log(CustomerId))[0]).toMatchObject({ Attempts: 1, Reason: expect.stringContaining('no such user') })
    mailServer = 'up'
    expect(await app.call(contract.retryContact, { MessageId }, hq)).toMatchObject({ body: { Result: 'Queued' } })
    sender.wake()
    await expect.poll(() => results(CustomerId), patient).toEqual(['Sent'])
    expect(await app.call(contract.retryContact, { MessageId }, hq)).toMatchObject({
      refusal: { code: 'messages.not_failed' },
    })
  })

  test('takes no second recipient and no head from a value', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer({ Email: 'one@mail.example, spy@evil.example' })
    await app.sql(`update customer set full_name = $1 where customer_id = $2`, 'X\r\nBcc: spy@evil.example', CustomerId)
    await send(TemplateId, CustomerId)
    relay()
    await expect
      .poll(
        async () => (await app.sql<{ attempts: number }>('select attempts from outbox_message'))[0]?.attempts,
        patient,
      )
      .toBe(1)
    await expect
      .poll(
        async () =>
          (
            await app.sql<{ done: boolean }>(
              `select status <> 'Queued' or error is not null as done from outbox_message`,
            )
          )[0]?.done,
        patient,
      )
      .toBe(true)
    expect(received.join('')).not.toMatch(/^Bcc:/m)
    for (const mail of received) expect(mail).not.toMatch(/^(To|Cc): .*spy@evil\.example>?$/m)
    takeComplaints()
  })

  test('tried out goes to whoever tries it, and into nobody’s contact log', async () => {
    const TemplateId = await template()
    const { CustomerId } = await registered(app.db, { Email: 'x@mail.example' })
    const { staffId } = await app.token(hq)
    await app.sql(`update staff set email = 'tester@carat.example' where staff_id = $1`, staffId)
    const { body } = await send(TemplateId, CustomerId, { Option: 'Test' })
    expect(body).toMatchObject({ Message: 'Success Sending Email Notification' })
    relay()
    await expect.poll(() => received.length, patient).toBe(1)
    expect(received[0]).toContain('To: tester@carat.example')
    expect(await log(CustomerId)).toEqual([])
  })
})

describe('an SMS', () => {
  const fields = async () => ({ TemplateId: await template({ ContactType: 'SMS' }), ...(await customer()) })

  test('is handed to the gateway as Twilio takes it, with the account’s credentials', async () => {
    const { TemplateId, CustomerId, ContactNo } = await fields()
    const { body } = await send(TemplateId, CustomerId)
    expect(body.Message).toBe('Success Sending SMS Notification')
    relay()
    await expect.poll(() => results(CustomerId), patient).toEqual(['Sent'])
    const [text] = texts
    expect(text!.path).toBe('/2010-04-01/Accounts/AC0123/Messages.json')
    expect(text!.headers.authorization).toBe(`Basic ${Buffer.from('AC0123:secret-token').toString('base64')}`)
    expect(text!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(text!.form)).toMatchObject({
      To: ContactNo,
      From: '+60300000000',
      Body: expect.stringContaining('Stop: https://carat.example/unsubscribe/'),
      StatusCallback: `${publicUrl}${API_BASE}/messages/sms/status?id=${body.rows[0]!.MessageId}`,
    })
    expect((await log(CustomerId))[0]).toMatchObject({ ProviderId: `SM${ContactNo!.slice(1)}` })
  })

  test('is tried again while the gateway is away, and not where it never takes the number', async () => {
    const { TemplateId, CustomerId, ContactNo } = await fields()
    gatewayAnswers = () => ({ status: 503, body: {} })
    await send(TemplateId, CustomerId)
    const sender = relay()
    await expect.poll(async () => (await log(CustomerId))[0]?.Attempts, patient).toBe(1)
    await expect
      .poll(async () => (await log(CustomerId))[0], patient)
      .toMatchObject({ Result: 'Queued', Reason: expect.stringContaining('503') })
    gatewayAnswers = () => ({ status: 400, body: { code: 21211, message: `${ContactNo} is no number` } })
    app.clock.advance(10)
    sender.wake()
    await expect.poll(() => results(CustomerId), patient).toEqual(['Failed'])
    expect((await log(CustomerId))[0]!.Reason).toContain('21211')
    // Nobody's number stands in the log of the server.
    expect(warnings).toHaveLength(2)
    expect(warnings.join()).not.toContain(ContactNo!.slice(1))
    takeComplaints()
  })

  const report = async (MessageId: string, MessageStatus: string, signature?: string) => {
    Object.assign(app.services, { sms: sms() })
    const url = `${API_BASE}${contract.smsStatus.path}?id=${MessageId}`
    const form = { AccountSid: 'AC0123', MessageSid: `SM-${MessageId}`, MessageStatus }
    return app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature ?? signatureOf('secret-token', publicUrl + url, form),
      },
    })
  }

  test('is Delivered once the gateway says so, however often and in whatever order it says it', async () => {
    const { TemplateId, CustomerId } = await fields()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!
    expect(await report(MessageId, 'delivered')).toMatchObject({ status: 204 })
    expect(await report(MessageId, 'delivered')).toMatchObject({ status: 204 })
    expect(await report(MessageId, 'sent')).toMatchObject({ status: 204 })
    expect(await report(MessageId, 'failed')).toMatchObject({ status: 204 })
    relay()
    await expect.poll(() => texts.length, patient).toBe(1)
    await expect.poll(async () => (await log(CustomerId))[0], patient).toMatchObject({ SentAt: expect.any(String) })
    expect(await results(CustomerId)).toEqual(['Delivered'])
    expect(await app.sql('select from message_report where message_id = $1', MessageId)).toHaveLength(3)
  })

  test('believes nobody who cannot sign', async () => {
    const { TemplateId, CustomerId } = await fields()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!
    expect(await report(MessageId, 'delivered', 'bm8=')).toMatchObject({
      status: 403,
      body: { code: 'messages.not_signed' },
    })
    expect(await results(CustomerId)).toEqual(['Queued'])
  })
})

describe('what came back', () => {
  const bounces = systemWith('messages:bounces')

  test('is noted once, and a complaint ends marketing', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!
    const bounce = (EventId: string, Kind: 'Hard' | 'Complaint') =>
      app.call(contract.reportBounce, { EventId, MessageId: `<${MessageId}@carat.example>`, Kind }, bounces)
    expect(await bounce('e1', 'Hard')).toMatchObject({ body: { Known: true } })
    expect(await bounce('e1', 'Hard')).toMatchObject({ body: { Known: false } })
    expect(await results(CustomerId)).toEqual(['Bounced'])
    await bounce('e2', 'Complaint')
    expect((await send(TemplateId, CustomerId)).body.rows[0]).toMatchObject({ Blocked: 'No consent', MessageId: null })
  })
})

describe('marketing', () => {
  test('goes to nobody who did not agree to that way, by whatever path', async () => {
    const { CustomerId } = await registered(app.db, { Email: 'no@mail.example' })
    const TemplateId = await template()
    expect((await send(TemplateId, CustomerId)).body).toMatchObject({
      Message: null,
      rows: [{ Blocked: 'No consent', MessageId: null }],
    })
    await template({ Event: 'REWARD-ISSUED' })
    const { MembershipNo, CustomerId: other } = await member(app.db)
    await app.sql(`update customer set email = 'm@mail.example' where customer_id = $1`, other)
    const gift = await voucherReward(app.db, 1)
    await app.call(issueRewards, { RewardId: gift.RewardId, MembershipNos: [MembershipNo] }, hq)
    await writeMessages.run(jobContext(app))
    expect(await results(other)).toEqual(['Opted out'])
    expect(await app.sql('select from outbox_message')).toHaveLength(0)
  })

  test('that waits is not sent once its consent is taken back', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    await send(TemplateId, CustomerId)
    await consent(CustomerId, 'SMS', 'N')
    expect(await results(CustomerId)).toEqual(['Queued'])
    await consent(CustomerId, 'Email', 'N')
    expect(await results(CustomerId)).toEqual(['Opted out'])
    relay()
    expect(received).toEqual([])
  })

  test('is at most two messages in seven days, also when ten are asked for at once', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(TemplateId, CustomerId)))
    const sent = answers.filter(({ body }) => body.rows[0]!.MessageId !== null)
    expect(sent).toHaveLength(2)
    expect(answers.filter(({ body }) => body.rows[0]!.Blocked === 'Frequency cap')).toHaveLength(8)
    app.clock.advance(7 * 86_400 + 1)
    expect((await send(TemplateId, CustomerId)).body.rows[0]).toMatchObject({ Blocked: null })
  })

  test('waits at night for nine in the morning, and service messages do not', async () => {
    app.clock.set('2026-03-10T13:30:00Z') // 21:30
    const marketing = await customer()
    const { body } = await send(await template(), marketing.CustomerId)
    expect(body.rows[0]).toMatchObject({ WaitsYN: 'Y' })
    expect((await log(marketing.CustomerId))[0]!.DueAt).toBe('2026-03-11T01:00:00.000Z')
    const served = await customer()
    await send(await template({ Event: 'REWARD-CLAIMED' }), served.CustomerId)
    const sender = relay()
    await expect.poll(() => results(served.CustomerId), patient).toEqual(['Sent'])
    app.clock.set('2026-03-11T00:59:00Z')
    sender.wake()
    expect(await results(marketing.CustomerId)).toEqual(['Queued'])
    app.clock.set('2026-03-11T01:00:00Z')
    sender.wake()
    await expect.poll(() => results(marketing.CustomerId), patient).toEqual(['Sent'])
  })

  test('whose turn comes at night after a failure waits too', async () => {
    app.clock.set('2026-03-10T12:59:55Z') // five seconds to nine in the evening
    const { CustomerId } = await customer()
    await send(await template(), CustomerId)
    mailServer = 'refuses'
    const sender = relay()
    await expect
      .poll(async () => (await log(CustomerId))[0], patient)
      .toMatchObject({ Attempts: 1, Reason: expect.stringContaining('not now') })
    mailServer = 'up'
    app.clock.advance(3600)
    sender.wake()
    await sender.stop()
    expect(received).toEqual([])
    takeComplaints()
  })
})

describe('one click', () => {
  const linkOf = async (CustomerId: number) => {
    const { body } = await app.call(
      contract.findCustomerMessages,
      { TemplateId: await template(), CustomerId: [CustomerId] },
      hq,
    )
    return /\/unsubscribe\/[\w.-]+/.exec(body.rows[0]!.Text + body.rows[0]!.Html)![0]
  }
  const post = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('ends marketing by that way; looking at the page does not', async () => {
    const { CustomerId } = await customer({ Language: 'French' })
    const url = await linkOf(CustomerId)
    const page = await app.inject({ method: 'GET', url })
    expect(page.status).toBe(200)
    expect(page.text).toContain('<button>Se désabonner</button>')
    expect(page.headers['cache-control']).toBe('no-store')
    const said = () =>
      app.sql(
        `select channel, granted_yn, source from customer_consent where customer_id = $1 and channel in ('Email', 'SMS') order by consent_id`,
        CustomerId,
      )
    expect(await said()).toHaveLength(2)
    expect((await post(url)).text).toContain('Vous ne recevrez plus')
    expect((await post(url)).status).toBe(200)
    expect(await said()).toEqual([
      { channel: 'Email', granted_yn: 'Y', source: 'Counter' },
      { channel: 'SMS', granted_yn: 'Y', source: 'Counter' },
      { channel: 'Email', granted_yn: 'N', source: 'Self-service' },
    ])
    expect(
      await app.sql(
        `select from audit_record where table_name = 'customer_consent' and updated_info like '%Self-service%'`,
      ),
    ).not.toHaveLength(0)
  })

  test('of a link that was not made here changes nothing', async () => {
    const { CustomerId } = await customer()
    const url = await linkOf(CustomerId)
    const other = (await linkOf((await customer()).CustomerId)).split('.')
    for (const wrong of [
      '/unsubscribe/e1.AAAAAAAAAAAAAAAAAAAA',
      url.replace('/e', '/s'),
      `${url.split('.')[0]}.${other[1]}`,
      '/unsubscribe/x',
    ])
      expect((await post(wrong)).status).toBe(404)
    expect((await send(await template(), CustomerId)).body.rows[0]).toMatchObject({ Blocked: null })
  })
})

describe('what happens is written about', () => {
  const written = async (CustomerId: number) => {
    await writeMessages.run(jobContext(app))
    return (await log(CustomerId)).map(({ Event, ContactType, Result }) => `${Event} ${ContactType} ${Result}`)
  }
  async function holder() {
    const made = await member(app.db)
    await points(app.db, made.MembershipNo, 1000)
    await app.sql(`update customer set email = 'm${++number}@mail.example' where customer_id = $1`, made.CustomerId)
    await consent(made.CustomerId, 'Email')
    return made
  }
  const give = async (MembershipNo: string, RewardId: number) =>
    (await app.call(issueRewards, { RewardId, MembershipNos: [MembershipNo] }, hq)).body.rows[0]!.ReferenceCode!

  test('when a reward is issued and claimed, with its own values and by both ways', async () => {
    const Body = '<p>{{ RewardName }} {{ ReferenceCode }} {{ VoucherNo | default: "none" }} {{ VoucherValue }}</p>'
    await template({ Event: 'REWARD-ISSUED', Texts: [{ Language: 'en', Subject: 'x', Body }] })
    await template({ Event: 'REWARD-CLAIMED', Texts: [{ Language: 'en', Subject: 'x', Body }] })
    await template({
      Event: 'REWARD-CLAIMED',
      ContactType: 'SMS',
      Texts: [{ Language: 'en', Body: 'Voucher {{ VoucherNo }}' }],
    })
    const { MembershipNo, CustomerId } = await holder()
    const gift = await voucherReward(app.db, 1)
    const ReferenceCode = await give(MembershipNo, gift.RewardId)
    expect(await written(CustomerId)).toEqual(['REWARD-ISSUED Email Queued'])
    await app.call(claimReward, { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter)
    expect((await written(CustomerId)).toSorted()).toEqual([
      'REWARD-CLAIMED Email Queued',
      'REWARD-CLAIMED SMS Queued',
      'REWARD-ISSUED Email Queued',
    ])
    const claimed = (await log(CustomerId)).find(
      ({ Event, ContactType }) => Event === 'REWARD-CLAIMED' && ContactType === 'Email',
    )
    const { body } = await app.call(contract.getContact, { MessageId: claimed!.MessageId }, hq)
    expect(body.Text).toContain(`Silver spoon ${ReferenceCode} ${gift.VoucherType}-1 RM`)
  })

  test('when a customer joins, and not where no template is active', async () => {
    const body = (IdNo: string) => ({
      FullName: 'TAN AH KOW',
      IdType: 'Passport',
      IdNo,
      ContactNo: '012-345 6789',
      Email: `${IdNo}@mail.example`,
      Language: 'English',
      RegisteredOutletCode: 'KLCC',
      Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
    })
    await app.call(addCustomer, body('K9990001') as never, hq)
    expect(await app.sql('select from message_occasion')).toHaveLength(0)
    await template({ Event: 'MEMBER-JOINED' })
    const { body: added } = await app.call(addCustomer, { ...body('K9990002'), ContactNo: '012-345 6780' } as never, hq)
    expect(await written((added as { CustomerId: number }).CustomerId)).toEqual(['MEMBER-JOINED Email Queued'])
  })

  test('not where the change itself was refused', async () => {
    await template({ Event: 'REWARD-CLAIMED' })
    const { MembershipNo } = await holder()
    const ReferenceCode = await give(MembershipNo, (await voucherReward(app.db, 0)).RewardId)
    expect(
      await app.call(claimReward, { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter),
    ).toMatchObject({ status: 409 })
    expect(await app.sql('select from message_occasion')).toHaveLength(0)
  })

  test('and stops where a value is missing that has no fallback', async () => {
    await template({
      Event: 'REWARD-ISSUED',
      Texts: [{ Language: 'en', Subject: 'Your voucher {{ VoucherNo }}', Body: '<p>Hello</p>' }],
    })
    const { MembershipNo, CustomerId } = await holder()
    await give(MembershipNo, (await voucherReward(app.db, 1)).RewardId)
    expect(await written(CustomerId)).toEqual(['REWARD-ISSUED Email Failed'])
    expect((await log(CustomerId))[0]!.Reason).toBe('Missing values: VoucherNo')
    expect(await app.sql('select from outbox_message')).toHaveLength(0)
  })

  test('once before a reward or points end, however often the job runs', async () => {
    await template({ Event: 'REWARD-EXPIRING' })
    await template({
      Event: 'POINTS-EXPIRING',
      Texts: [{ Language: 'en', Subject: 'x', Body: '<p>{{ PointsExpiring }} {{ ExpiryDate }}</p>' }],
    })
    const { MembershipNo, CustomerId } = await holder()
    await points(app.db, MembershipNo, 1200, '2026-03-31')
    const gift = await reward(app.db, { Type: 'Free Gift', ValidityDays: 10 })
    await give(MembershipNo, gift.RewardId)
    await remindOfEnds.run(jobContext(app))
    await remindOfEnds.run(jobContext(app))
    expect((await written(CustomerId)).toSorted()).toEqual([
      'POINTS-EXPIRING Email Queued',
      'REWARD-EXPIRING Email Queued',
    ])
    const reminder = (await log(CustomerId)).find(({ Event }) => Event === 'POINTS-EXPIRING')!
    const { body } = await app.call(contract.getContact, { MessageId: reminder.MessageId }, hq)
    expect(body.Text).toContain('1,200 31 March 2026')
  })

  test('by a job that was killed half-way: nothing is written twice', async () => {
    await template({ Event: 'REWARD-ISSUED' })
    const { MembershipNo, CustomerId } = await holder()
    await give(MembershipNo, (await voucherReward(app.db, 1)).RewardId)
    await Promise.all([1, 2, 3].map(() => writeMessages.run(jobContext(app))))
    expect(await results(CustomerId)).toEqual(['Queued'])
  })
})

test('of counters that are just at it one asks for the messages of all, whichever is done first', async () => {
  const { CustomerId } = await member(app.db)
  await template({ Event: 'REWARD-CLAIMED' })
  const [first, second, hearing] = await Promise.all([1, 2, 3].map(() => app.database.pool.connect()))
  const heard: string[] = []
  try {
    hearing!.on('notification', ({ payload = '' }) => heard.push(payload))
    await hearing!.query('listen carat')
    for (const counter of [first!, second!]) {
      await counter.query('begin')
      const about = JSON.stringify({ CustomerId })
      await counter.query('select note_occasion_at_end($1, $2, $3)', ['REWARD-CLAIMED', about, noon])
    }
    // The later one is done first, while the other is still at it.
    await second!.query('commit')
    await first!.query('commit')
    // What was told is heard before the next answer.
    await hearing!.query('unlisten carat')
  } finally {
    for (const one of [first, second, hearing]) one!.release(true)
  }
  expect(heard.filter((told) => told === 'job:write-messages')).toHaveLength(1)
  expect(await app.sql('select event, status from message_occasion')).toEqual([
    { event: 'REWARD-CLAIMED', status: 'Waiting' },
    { event: 'REWARD-CLAIMED', status: 'Waiting' },
  ])
})
