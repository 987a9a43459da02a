import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach } from 'vitest'
import { addConsent } from '#areas/customers/contract/consents.ts'
import * as contract from '#areas/messages/contract.ts'
import { startMailRelay } from '#areas/messages/server/relay/mail.ts'
import type { SmsGateway } from '#areas/messages/server/relay/sms.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { hq, type TestApp } from '../harness.ts'
import { registered } from './customers.ts'
import { nextNumber } from './people.ts'

// Sends messages to customers through a real mail server and an HTTP gateway with the interface of Twilio.

/** Noon in Kuala Lumpur, on a Tuesday. */
export const noon = '2026-03-10T04:00:00Z'
export const publicUrl = 'https://carat.example'
const account = { accountSid: 'AC0123', authToken: 'secret-token', from: '+60300000000' }

/** Starts a sender and receivers; empties the queue and the inboxes before each test. */
export function messaging(app: TestApp) {
  return { ...writing(app), outside: providers(app) }
}

type Text = { headers: IncomingMessage['headers']; path: string; form: URLSearchParams }

function providers(app: TestApp) {
  const stops: (() => Promise<unknown>)[] = []
  let smtp: SMTPServer
  let gateway: Server
  const acceptedReply = (number: string): { status: number; body: object } => ({
    status: 201,
    body: { sid: `SM${number.slice(1)}`, status: 'queued' },
  })
  const outside = {
    /** The received e-mails and text messages. */
    received: [] as string[],
    texts: [] as Text[],
    /** The errors that the senders reported. */
    warnings: [] as string[],
    mailServer: 'up' as 'up' | 'refuses' | 'no mailbox',
    gatewayAnswers: acceptedReply,
    sms: (): SmsGateway => ({
      ...account,
      url: `http://127.0.0.1:${portOf(gateway)}`,
      statusUrl: `${publicUrl}${API_BASE}${contract.smsStatus.path}`,
    }),
    /** Starts a message sender. */
    relay: () => {
      const started = startMailRelay({
        database: app.database,
        clock: app.clock.now,
        smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
        from: 'Carat <no-reply@carat.example>',
        sms: outside.sms(),
        timeZone: 'Asia/Kuala_Lumpur',
        demo: false,
        warn: (error) => outside.warnings.push((error as Error).message),
      })
      stops.push(started.stop)
      return started
    },
  }
  beforeEach(async () => {
    app.clock.set(noon)
    Object.assign(outside, { received: [], texts: [], warnings: [], mailServer: 'up', gatewayAnswers: acceptedReply })
    await app.sql('delete from message_occasion')
    await app.sql('delete from outbox_message')
    await app.sql(`update contact_template set status = 'Inactive'`)
    smtp = mailServerOf(outside)
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    gateway = gatewayOf(outside)
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    await new Promise((resolve) => gateway.close(resolve))
  })
  return outside
}

type Outside = {
  received: string[]
  texts: Text[]
  mailServer: string
  gatewayAnswers: (number: string) => { status: number; body: object }
}

function mailServerOf(outside: Outside) {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const unknown = outside.mailServer === 'no mailbox'
      done(unknown ? Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }) : null)
    },
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        if (outside.mailServer === 'refuses') return done(new Error('451 not now'))
        outside.received.push(text)
        done()
      })
    },
  })
  smtp.on('error', () => {})
  return smtp
}

const gatewayOf = (outside: Outside) =>
  createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const form = new URLSearchParams(body)
      outside.texts.push({ headers: request.headers, path: request.url ?? '', form })
      const answer = outside.gatewayAnswers(form.get('To') ?? '')
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })

const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port

function writing(app: TestApp) {
  const consent = (CustomerId: number, Channel: 'Email' | 'SMS' | 'Service', GrantedYN: 'Y' | 'N' = 'Y') =>
    app.call(addConsent, { CustomerId, Channel, GrantedYN }, hq)
  const log = async (CustomerId: number) =>
    (await app.call(contract.listContactLog, { Search: { CustomerId } }, hq)).body.rows
  return {
    consent,
    log,
    results: async (CustomerId: number) => (await log(CustomerId)).map(({ Result }) => Result),
    /** An active template in English. */
    template: async (values: Partial<RequestBody<typeof contract.addTemplate>> = {}) => {
      const Texts: RequestBody<typeof contract.addTemplate>['Texts'] =
        values.ContactType === 'SMS'
          ? [{ Language: 'en', Body: 'Dear {{ FullName }}. Stop: {{ UnsubscribeLink }}' }]
          : [{ Language: 'en', Subject: 'For {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }]
      const template = { Name: `Template ${nextNumber()}`, Status: 'Active', Texts, ...values } as const
      return (await app.call(contract.addTemplate, template, hq)).body.TemplateId
    },
    /** A customer with an address and with consent to both channels. */
    customer: async (values: object = {}) => {
      const person = await registered(app.db, { Email: `c${nextNumber()}@mail.example`, ...values })
      await consent(person.CustomerId, 'Email')
      await consent(person.CustomerId, 'SMS')
      return person
    },
    send: (TemplateId: number, CustomerId: number, more: object = {}) =>
      app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId], Option: 'Send', ...more }, hq),
  }
}
