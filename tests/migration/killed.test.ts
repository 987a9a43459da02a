import { expect, inject, test } from 'vitest'
import { migrateKilled } from './killed.ts'

test('an older database is brought to the present by a process that is killed and two that go on, and keeps all it had', async () => {
  const { rounds, migrations } = await migrateKilled(inject('databaseServer'), { members: 200, entries: 2_000 }, 3)
  expect(rounds).toEqual(
    rounds.map(({ killedAfter, wasKilled }) => ({
      killedAfter,
      wasKilled,
      exits: [0, 0],
      same: true,
      applied: migrations,
    })),
  )
  expect(rounds.some(({ wasKilled }) => wasKilled)).toBe(true)
})
