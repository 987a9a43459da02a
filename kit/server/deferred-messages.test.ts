import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { jobContext, useApp } from '#tests/harness.ts'
import { deferMessage, deferredMessage, startDeferredMessages, writeDeferredMessages } from './deferred-messages.ts'

// Tests messages that unauthenticated callers request. A call stores its request, which is processed later.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
let faults: string[]
let failing: number

/** Creates an area with a message to `To`, which fails `failing` times after the message is in the outbox. */
const area = {
  name: 'test',
  routes: [],
  deferredMessages: {
    Test: deferredMessage(z.strictObject({ To: z.string() }), async (ctx, { To }) => {
      if (To === 'unknown') return
      await ctx.mail({ To, Subject: 'Wanted', Body: 'Wanted' })
      if (failing-- > 0) throw new Error('The process died')
    }),
  },
}
const services = () => ({ ...app.services, areas: [area] })
const context = () => jobContext(app, { services: services() })
const warn = (error: unknown) => void faults.push((error as Error).message)

beforeEach(async () => {
  app.clock.set(at)
  faults = []
  failing = 0
  await app.sql('delete from outbox_message; delete from message_wanted')
})

const request = (To: string, seconds = 600) =>
  deferMessage(
    { db: app.db, now: app.clock.now(), services: services(), sourceIP: '10.1.1.1' },
    { kind: 'Test', about: { To }, until: new Date(app.clock.now().getTime() + seconds * 1000) },
  )
const sent = async () =>
  (await app.sql<{ recipient: string }>('select recipient from outbox_message order by recipient')).map(
    ({ recipient }) => recipient,
  )
const waiting = async () => (await app.sql('select from message_wanted')).length

test('deferred message: is sent to its recipient, and a request without a known recipient is deleted', async () => {
  await request('aisha@mail.example')
  await request('unknown')
  expect([await waiting(), await sent()]).toEqual([2, []])
  await writeDeferredMessages(context(), warn)
  expect([await waiting(), await sent(), faults]).toEqual([0, ['aisha@mail.example'], []])
})

test('deferred message: the stored row has the same size for known and unknown recipients, and does not show the content', async () => {
  await request('aisha@mail.example')
  await request('unknown@mail.examp')
  const rows = await app.sql<{ secret_sealed: Buffer }>('select * from message_wanted')
  const [known, unknown] = rows.map(({ secret_sealed, ...row }) => ({
    ...row,
    wanted_id: '',
    bytes: secret_sealed.length,
  }))
  expect(known).toEqual(unknown)
  expect(rows.map(({ secret_sealed }) => secret_sealed.toString('latin1')).join()).not.toMatch(/aisha|mail/)
})

test('deferred message: a message that failed is retried and sent once', async () => {
  failing = 2
  await request('aisha@mail.example')
  await writeDeferredMessages(context(), warn)
  expect([await waiting(), await sent()]).toEqual([1, []])
  app.clock.advance(2)
  await writeDeferredMessages(context(), warn)
  app.clock.advance(4)
  await writeDeferredMessages(context(), warn)
  expect([await waiting(), await sent(), faults.length]).toEqual([0, ['aisha@mail.example'], 2])
})

test('deferred message: several processes send each message once', async () => {
  const all = Array.from({ length: 30 }, (_, number) => `c${100 + number}@mail.example`)
  for (const recipient of all) await request(recipient)
  await Promise.all(Array.from({ length: 4 }, () => writeDeferredMessages(context(), warn)))
  expect([await sent(), faults]).toEqual([all, []])
})

test('deferred message: a request that cannot be processed delays no other, and is deleted when it expires', async () => {
  await app.sql(
    `insert into message_wanted (wanted_id, kind, secret_sealed, key_id, created_at, next_try_at, until)
     values (gen_random_uuid(), 'Of a later release', '\\x00', 'none', $1, $1, $1::timestamptz + interval '10 minutes')`,
    at,
  )
  await request('aisha@mail.example')
  await writeDeferredMessages(context(), warn)
  expect([await waiting(), await sent(), faults]).toEqual([
    1,
    ['aisha@mail.example'],
    ['No area can write the requested message: Of a later release'],
  ])
  app.clock.advance(600)
  await writeDeferredMessages(context(), warn)
  expect([await waiting(), faults.length]).toEqual([0, 1])
})

test('deferred message: the running loop sends the message soon after it is woken', async () => {
  const { wake, stop } = startDeferredMessages(context(), warn)
  onTestFinished(stop)
  await request('aisha@mail.example')
  wake()
  await expect.poll(sent).toEqual(['aisha@mail.example'])
})
