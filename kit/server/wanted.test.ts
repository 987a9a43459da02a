import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { jobContext, useApp } from '#tests/harness.ts'
import { startWanted, wantedMessage, wantMessage, writeWanted } from './wanted.ts'

// Messages that strangers ask for: noted with the call, written after it.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
let faults: string[]
let failing: number

/** An area whose message goes to the person who is named, and fails as often as it is told to, after it was queued. */
const area = {
  name: 'test',
  routes: [],
  wanted: {
    Test: wantedMessage(z.strictObject({ To: z.string() }), async (ctx, { To }) => {
      if (To === 'nobody') return
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

const want = (To: string, seconds = 600) =>
  wantMessage(
    { db: app.db, now: app.clock.now(), services: services(), sourceIP: '10.1.1.1' },
    { kind: 'Test', about: { To }, until: new Date(app.clock.now().getTime() + seconds * 1000) },
  )
const sent = async () =>
  (await app.sql<{ recipient: string }>('select recipient from outbox_message order by recipient')).map(
    ({ recipient }) => recipient,
  )
const waiting = async () => (await app.sql('select from message_wanted')).length

test('a message is written to whom it is meant for, and nothing is left of one for nobody', async () => {
  await want('aisha@mail.example')
  await want('nobody')
  expect([await waiting(), await sent()]).toEqual([2, []])
  await writeWanted(context(), warn)
  expect([await waiting(), await sent(), faults]).toEqual([0, ['aisha@mail.example'], []])
})

test('its row is alike for everybody, and shows neither whom nor what it is about', async () => {
  await want('aisha@mail.example')
  await want('nobody@mail.exampl')
  const rows = await app.sql<{ secret_sealed: Buffer }>('select * from message_wanted')
  const [aisha, nobody] = rows.map(({ secret_sealed, ...row }) => ({
    ...row,
    wanted_id: '',
    bytes: secret_sealed.length,
  }))
  expect(aisha).toEqual(nobody)
  expect(rows.map(({ secret_sealed }) => secret_sealed.toString('latin1')).join()).not.toMatch(/aisha|mail/)
})

test('what dies in the middle is taken up again, and sent once', async () => {
  failing = 2
  await want('aisha@mail.example')
  await writeWanted(context(), warn)
  expect([await waiting(), await sent()]).toEqual([1, []])
  app.clock.advance(2)
  await writeWanted(context(), warn)
  app.clock.advance(4)
  await writeWanted(context(), warn)
  expect([await waiting(), await sent(), faults.length]).toEqual([0, ['aisha@mail.example'], 2])
})

test('many processes at once send each message once', async () => {
  const all = Array.from({ length: 30 }, (_, number) => `c${100 + number}@mail.example`)
  for (const one of all) await want(one)
  await Promise.all(Array.from({ length: 4 }, () => writeWanted(context(), warn)))
  expect([await sent(), faults]).toEqual([all, []])
})

test('one that cannot be written keeps no other waiting, and is thrown away when it would come too late', async () => {
  await app.sql(
    `insert into message_wanted (wanted_id, kind, secret_sealed, key_id, created_at, next_try_at, until)
     values (gen_random_uuid(), 'Of a later release', '\\x00', 'none', $1, $1, $1::timestamptz + interval '10 minutes')`,
    at,
  )
  await want('aisha@mail.example')
  await writeWanted(context(), warn)
  expect([await waiting(), await sent(), faults]).toEqual([
    1,
    ['aisha@mail.example'],
    ['Nobody here can write what is wanted: Of a later release'],
  ])
  app.clock.advance(600)
  await writeWanted(context(), warn)
  expect([await waiting(), faults.length]).toEqual([0, 1])
})

test('a running server writes it by itself, soon after it was told', async () => {
  const { wake, stop } = startWanted(context(), warn)
  onTestFinished(stop)
  await want('aisha@mail.example')
  wake()
  await expect.poll(sent).toEqual(['aisha@mail.example'])
})
