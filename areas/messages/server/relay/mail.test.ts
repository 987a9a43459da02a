import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queueMail } from '#kit/server/outbox.ts'
import { useApp } from '#tests/harness.ts'
import { takePrintedWarnings } from '#tests/setup.ts'
import { startMailRelay } from './mail.ts'

// A longer timeout, for machines that run other tests at the same time.

// Uses a real SMTP server.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
let received: string[]
let refuse: boolean
let smtp: SMTPServer
const stops: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  app.clock.set(at)
  received = []
  refuse = false
  await app.sql('delete from outbox_message')
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        if (refuse) return done(new Error('451 not now'))
        received.push(text)
        done()
      })
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

function relay(smtpUrl?: string, demo = false) {
  const started = startMailRelay({
    database: app.database,
    clock: app.clock.now,
    smtpUrl,
    from: 'Carat <no-reply@carat.example>',
    demo,
  })
  stops.push(started.stop)
  return started
}
const url = () => `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
const queue = (To: string, Subject = 'Hello') =>
  queueMail(app.db, { To, Subject, Body: 'Dear customer,\nthank you.\n' }, app.clock.now())
const stored = () =>
  app.sql<{ recipient: string; status: string; attempts: number; error: string | null }>(
    'select * from outbox_message order by recipient',
  )

test('mail relay: a message is sent once, with its own id as Message-ID', async () => {
  await queue('one@carat.example')
  const [{ message_id } = { message_id: '' }] = await app.sql<{ message_id: string }>(
    'select message_id from outbox_message',
  )
  const sender = relay(url())
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).toContain('To: one@carat.example')
  expect(received[0]).toContain('From: Carat <no-reply@carat.example>')
  expect(received[0]).toContain(`Message-ID: <${message_id}@carat.example>`)
  await expect.poll(stored).toMatchObject([{ status: 'Sent', attempts: 1, sent_at: new Date(at).toISOString() }])
  app.clock.advance(7200)
  sender.wake()
  await sender.stop()
  expect(received).toHaveLength(1)
})

test('mail relay: three senders send each of many messages once', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => queue(`customer${index}@carat.example`)))
  for (let turn = 0; turn < 3; turn++) relay(url())
  await expect.poll(() => received.length).toBe(60)
  await expect.poll(async () => (await stored()).filter(({ status }) => status !== 'Sent')).toEqual([])
  expect(new Set(received.map((text) => /To: (\S+)/.exec(text)![1])).size).toBe(60)
})

test('mail relay: a rejected message is retried with increasing delays under the same id', async () => {
  refuse = true
  await queue('one@carat.example')
  const sender = relay(url())
  await expect
    .poll(async () => (await stored())[0])
    .toMatchObject({ status: 'Queued', attempts: 1, error: expect.stringContaining('not now') })
  sender.wake()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await stored())[0]).toMatchObject({ attempts: 1 })

  await app.sql('update outbox_message set error = null')
  app.clock.advance(10)
  sender.wake()
  await expect
    .poll(async () => (await stored())[0])
    .toMatchObject({ attempts: 2, error: expect.stringContaining('not now') })
  refuse = false
  app.clock.advance(20)
  sender.wake()
  await expect.poll(async () => (await stored())[0]).toMatchObject({ status: 'Sent', attempts: 3, error: null })
  expect(received).toHaveLength(1)
})

test('mail relay: a message that a dead sender had claimed is sent by another sender', async () => {
  await queue('one@carat.example')
  await app.sql(`update outbox_message set attempts = 1, next_try_at = next_try_at + interval '10 seconds'`)
  const sender = relay(url())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(received).toHaveLength(0)
  app.clock.advance(10)
  sender.wake()
  await expect.poll(() => received.length).toBe(1)
})

test('mail relay: a line break in the subject or a comma in the address adds no recipient', async () => {
  await queue('one@carat.example', 'Hello\r\nBcc: spy@evil.example')
  await queue('two@carat.example, spy@evil.example')
  relay(url())
  await expect.poll(async () => (await stored()).map(({ attempts }) => attempts)).toEqual([1, 1])
  await expect
    .poll(async () => (await stored()).some(({ status, error }) => status === 'Queued' && error === null))
    .toBe(false)
  expect(received.join('')).not.toMatch(/^Bcc:/m)
  for (const text of received) expect(text).not.toMatch(/^(To|Cc): .*spy@evil\.example>?$/m)
})

test('mail relay: in a demo without a mail server, messages count as sent', async () => {
  await queue('one@carat.example')
  relay(undefined, true)
  await expect.poll(stored).toMatchObject([{ status: 'Sent' }])
})

test('mail relay: without a mail server, messages wait, except in the demo', async () => {
  await queue('one@carat.example')
  relay().wake()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await stored()).toMatchObject([{ status: 'Queued', attempts: 0 }])
  expect(takePrintedWarnings()).toEqual([])
})
