import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { openDatabase, transactionTimeouts } from './database.ts'
import { inTransaction } from './transaction.ts'

const app = useApp()
const origin = { userId: null, name: 'test', outletCode: null, session: null, ip: null, requestId: 'order' }

test.each(Array.from({ length: 40 }, (_, ticks) => [ticks]))(
  'transaction: two statements that start %i ticks apart reach the database in the order of their start',
  async (ticks) => {
    const arrived = await inTransaction(
      app.database,
      { origin, timeZone: 'UTC', limits: transactionTimeouts.call },
      async (db) => {
        const arrive = () => sql<{ At: string }>`select clock_timestamp()::text as at`.execute(db)
        const first = arrive()
        for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
        const second = arrive()
        return [await first, await second].map(({ rows }) => rows[0]!.At)
      },
    )
    expect(arrived).toEqual(arrived.toSorted())
  },
)

test('transaction: statements that are not awaited individually are sent together, in two writes for each transaction', async () => {
  const database = openDatabase({ url: app.url, max: 1 })
  const client = await database.pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  client.release()
  const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as never)]

  await inTransaction(database, { origin, timeZone: 'UTC' }, async (db, atEnd) => {
    atEnd((add) => add('select $1::integer', [3]))
    await Promise.all([1, 2].map((number) => sql`select ${number}::integer`.execute(db)))
  })
  expect(writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(2)
  await database.end()
})
