import { beforeAll, describe, expect, test } from 'vitest'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { addEarningRules } from '#tests/factories/sales.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'
import { BANK_CLOCK, bankRun } from './bank-run.ts'
import { cancelRedemptionsTwice } from './cancel-twice.ts'
import { type Campaign, MemberModel, pointsOfLines } from './model.ts'
import { modelRun } from './model-run.ts'

// Runs short versions of `npm run bench -- --only=ledger`.

const app = useApp({ at: BANK_CLOCK })

beforeAll(() => addEarningRules(app.db))

const proven = async () => (await reconcileLedger(jobContext(app))).Differences

/** The campaigns of these tests, with every kind of award that can be reversed. */
const campaigns: readonly Campaign[] = [
  { percent: 50, minimum: 0, from: '2026-01-01', once: false },
  { fixed: 40, minimum: 80_000, from: '2025-01-01', once: false },
  { fixed: 25, minimum: 0, from: '2026-11-01', once: true },
]

async function run(names: string) {
  for (const [index, { percent, fixed, minimum, from, once }] of campaigns.entries())
    await campaign(app, {
      CampaignCode: `${names}${index}`,
      StartDate: from,
      AwardPointYN: 'Y',
      ...(percent ? { Multiplier: String(1 + percent / 100) } : { AwardPoint: fixed }),
      ...(minimum > 0 && { MinimumPurchase: String(minimum / 100) }),
      AwardPer: once ? 'Member' : 'Invoice',
      BudgetPoints: 1_000_000_000,
    })
  return () => app.sql(`update campaign set status = 'Draft'`)
}

test('ledger: the totals agree with the entries at every moment of concurrent changes', async () => {
  const seed = 20_261_121
  const run = await bankRun(app, {
    members: 12,
    workers: 16,
    readers: 4,
    seed,
    keepGoing: (operations) => operations < runSize({ quick: 300, full: 500 }),
  })
  expect(run.faults).toEqual([])
  expect(run.reported).toBe(run.ledger)
  expect(run.differences).toBe(0)
  expect(run.reads).toBeGreaterThan(0)
  expect(run.nightlyRuns).toBeGreaterThan(0)
  expect(run.merges).toBeGreaterThan(0)
})

test('ledger: of two concurrent refunds of one redemption one succeeds', async () => {
  const { given: refunded, refused, faults, before, after } = await cancelRedemptionsTwice(app, 60)
  expect({ given: refunded, refused, faults }).toEqual({ given: 60, refused: 60, faults: [] })
  expect(after).toBe(before)
  expect(await proven()).toBe(0)
})

test('ledger: concurrent refunds of redemptions are exact, with campaign bonuses as well', async () => {
  const end = await run('BANK')
  const seed = 20_261_122
  const keepGoing = (operations: number) => operations < runSize({ quick: 250, full: 400 })
  const outcome = await bankRun(app, { members: 8, workers: 12, readers: 3, seed, keepGoing })
  await end()
  expect(outcome.faults).toEqual([])
  expect(outcome.reported).toBe(outcome.ledger)
  expect(outcome.differences).toBe(0)
  expect(outcome.merges).toBeGreaterThan(0)
  const [sums] = await app.sql<{ spent: number; awarded: number }>(
    `select sum(spent.points)::int as spent, (select sum(points)::int from sale_bonus) as awarded from campaign_spent spent`,
  )
  expect(sums!.awarded).toBeGreaterThan(0)
  expect(sums!.spent).toBe(sums!.awarded)
})

describe('ledger compared with the model of lots and arrears', () => {
  test.each(runSize({ quick: [1, 2, 3], full: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }))(
    'ledger: matches the model after every move of sequence %i',
    async (seed) => {
      expect(await modelRun(app, seed, 40)).toBeUndefined()
    },
  )

  test.each(runSize({ quick: [21, 22], full: [21, 22, 23, 24, 25, 26, 27, 28] }))(
    'ledger: matches the model after every move of sequence %i with campaign bonuses',
    async (seed) => {
      const end = await run(`M${seed}`)
      const divergence = await modelRun(app, seed, 40, campaigns)
      await end()
      expect(divergence).toBeUndefined()
    },
  )

  test('ledger: after random moves, the reconciliation finds no difference', async () => {
    expect(await proven()).toBe(0)
  })
})

test('ledger model of the tests: agrees with amounts that were calculated by hand', () => {
  expect(pointsOfLines([3333, 3333, 3333])).toEqual([3, 3, 3])
  const model = new MemberModel('2026-11-21', '2026-11-21T04:00:00.000Z')
  model.sell('A', [{ cents: 100_000, quantity: 1 }], '2026-11-21', true)
  expect(model.redeem(101, () => {})).toEqual({ refused: 'points.not_enough' })
  model.redeem(80, () => {})
  expect(model.cancel('A', [])).toEqual({ reversed: 100, refunded: 0 })
  expect({ points: model.points, arrears: model.arrears }).toEqual({ points: -80, arrears: 80 })
  model.sell('B', [{ cents: 100_000, quantity: 2 }], '2026-11-21', true)
  model.redeem(90, (parts) => model.recordRedemption(1, parts, 'B'))
  expect(model.cancel('B', [{ line: 1, quantity: 1 }])).toEqual({ reversed: 100, refunded: 45 })
  expect({ points: model.points, arrears: model.arrears }).toEqual({ points: -25, arrears: 25 })
  const added = new MemberModel('2026-11-21', '2026-11-21T04:00:00.000Z', campaigns)
  expect(added.sell('C', [{ cents: 100_000, quantity: 2 }], '2026-11-21', true)).toEqual({ earned: 200, bonus: 165 })
  expect(added.cancel('C', [{ line: 1, quantity: 1 }])).toEqual({ reversed: 150, refunded: 0 })
  expect(added.cancel('C', [])).toEqual({ reversed: 215, refunded: 0 })
})
