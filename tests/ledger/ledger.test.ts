import { beforeAll, describe, expect, test } from 'vitest'
import { prove } from '#areas/expiry/server/index.ts'
import { earningRules } from '#tests/factories/sales.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { BANK_CLOCK, bankRun } from './bank-run.ts'
import { cancelTwice } from './cancel-twice.ts'
import { MemberModel, pointsOfLines } from './model.ts'
import { modelRun } from './model-run.ts'

// Short runs of what `npm run bench -- --only=ledger` runs long.

const app = useApp({ at: BANK_CLOCK })

beforeAll(() => earningRules(app.db))

const proven = async () => (await prove(jobContext(app))).Differences

test('whoever looks while many move the points of few members sees sums that agree with their parts', async () => {
  const seed = 20_261_121
  const run = await bankRun(app, {
    members: 12,
    workers: 16,
    readers: 4,
    seed,
    keepGoing: (operations) => operations < 500,
  })
  expect(run.faults).toEqual([])
  expect(run.told).toBe(run.ledger)
  expect(run.differences).toBe(0)
  expect(run.reads).toBeGreaterThan(50)
  expect(run.nightlyRuns).toBeGreaterThan(1)
  expect(run.merges).toBeGreaterThan(1)
}, 120_000)

test('of two who give the same redemption back at once, one does', async () => {
  const { given, refused, faults, before, after } = await cancelTwice(app, 60)
  expect({ given, refused, faults }).toEqual({ given: 60, refused: 60, faults: [] })
  expect(after).toBe(before)
  expect(await proven()).toBe(0)
}, 60_000)

describe('the books say what a list of lots and debts says', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'after every move of sequence %i',
    async (seed) => {
      expect(await modelRun(app, seed, 40)).toBeUndefined()
    },
    60_000,
  )

  test('and the proof finds nothing afterwards', async () => {
    expect(await proven()).toBe(0)
  })
})

test('the model counts by rules of its own', () => {
  expect(pointsOfLines([3333, 3333, 3333])).toEqual([3, 3, 3])
  const model = new MemberModel('2026-11-21', '2026-11-21T04:00:00.000Z')
  model.sell('A', [{ cents: 100_000, quantity: 1 }], '2026-11-21', true)
  expect(model.redeem(101, () => {})).toEqual({ refused: 'points.not_enough' })
  model.redeem(80, () => {})
  expect(model.cancel('A', [])).toEqual({ reversed: 100, refunded: 0 })
  expect({ points: model.points, arrears: model.arrears }).toEqual({ points: -80, arrears: 80 })
  model.sell('B', [{ cents: 100_000, quantity: 2 }], '2026-11-21', true)
  model.redeem(90, (parts) => model.noteRedemption(1, parts, 'B'))
  expect(model.cancel('B', [{ line: 1, quantity: 1 }])).toEqual({ reversed: 100, refunded: 45 })
  expect({ points: model.points, arrears: model.arrears }).toEqual({ points: -25, arrears: 25 })
})
