import { expect, inject, test } from 'vitest'
import { runSize } from '#tests/run-size.ts'
import { upgradeAfterKill } from './killed.ts'

const ROUNDS = runSize({ quick: 1, full: 4 })

test('database upgrade: if its process is killed, two others complete the upgrade and no row is lost', async () => {
  const { rounds, migrations } = await upgradeAfterKill(
    inject('databaseServer'),
    { members: 200, entries: 2_000 },
    ROUNDS,
  )
  expect(rounds).toEqual(
    rounds.map(({ killedAfter }) => ({
      killedAfter,
      wasKilled: true,
      exits: [0, 0],
      same: true,
      applied: migrations,
    })),
  )
})
