import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { limits } from './database.ts'
import { inTransaction } from './transaction.ts'

const app = useApp()
const origin = { userId: null, name: 'test', outletCode: null, session: null, ip: null, requestId: 'order' }

test.each(Array.from({ length: 40 }, (_, ticks) => [ticks]))(
  'statements reach the database in the order in which they were begun, also %i ticks apart',
  async (ticks) => {
    const arrived = await inTransaction(app.database, { origin, timeZone: 'UTC', limits: limits.call }, async (db) => {
      const arrive = () => sql<{ At: string }>`select clock_timestamp()::text as at`.execute(db)
      const first = arrive()
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      const second = arrive()
      return [await first, await second].map(({ rows }) => rows[0]!.At)
    })
    expect(arrived).toEqual(arrived.toSorted())
  },
)
