import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { openDatabase } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { deleteDefaultRows } from '#tests/database.ts'
import { addEarningRules } from '#tests/factories/sales.ts'
import { BANK_CLOCK, bankRun } from '#tests/ledger/bank-run.ts'
import { cancelRedemptionsTwice } from '#tests/ledger/cancel-twice.ts'
import { modelRun } from '#tests/ledger/model-run.ts'
import { rewardsRun } from '#tests/rewards/model-run.ts'
import { jobContext, make, startTestApp, type TestApp } from '#tests/test-app.ts'
import type { Figure } from './figures.ts'

const MODELS_AT_ONCE = 12

type Size = { seconds: number; redemptions: number; sequences: number; steps: number }

/** Runs tests/ledger and tests/rewards for a long time, which compare concurrent changes of points with models. */
export async function benchLedger({ seconds, redemptions, sequences, steps }: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-ledger-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrate({ url: postgres.url })
  await deleteDefaultRows(postgres.url)
  const owner = openDatabase({ url: postgres.url, max: 4 })
  const app = await startTestApp(postgres.url, owner, { at: BANK_CLOCK })
  const proven = async () => (await reconcileLedger(jobContext(app))).Differences
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  try {
    await make.standardBuildings(app.db)
    await addEarningRules(app.db)

    const ends = performance.now() + seconds * 1000
    const bank = await bankRun(app, {
      members: 50,
      workers: 32,
      readers: 8,
      seed,
      keepGoing: () => performance.now() < ends,
    })
    const twice = await cancelRedemptionsTwice(app, redemptions)
    const afterTwice = await proven()
    const divergences = await runModels(modelRun, app, { seed, sequences, steps })
    const ofRewards = await runModels(rewardsRun, app, { seed, sequences: Math.ceil(sequences / 4), steps })
    const { faults } = bank
    return [
      { name: 'Seed', value: String(seed) },
      {
        name: `Moves on 50 members by 32 at once in ${seconds} s`,
        value: `${bank.operations}, of which ${bank.refused} refused; ${bank.nightlyRuns} nights`,
        goal: 'at least 5000 in 60 s',
      },
      {
        name: 'Inconsistent reads of 8 readers',
        value: `${faults.length} of ${bank.reads} ${faults[0] ?? ''}`,
        goal: '0',
      },
      { name: 'Sum of the replies, sum of the ledger', value: `${bank.reported}, ${bank.ledger}`, goal: 'equal' },
      { name: 'Differences found by the reconciliation', value: String(bank.differences), goal: '0' },
      {
        name: `${redemptions} redemptions, each refunded twice at once`,
        value: `${twice.given} given back, ${twice.refused} refused, ${twice.faults.length} else; sum ${twice.before} → ${twice.after}`,
        goal: `${redemptions}, ${redemptions}, 0; equal`,
      },
      { name: 'Differences found by the reconciliation', value: String(afterTwice), goal: '0' },
      {
        name: `${sequences} sequences of ${steps} moves against a model`,
        value: `${divergences.length} differ ${divergences[0] ? JSON.stringify(divergences[0]).slice(0, 2_000) : ''}`,
        goal: '0',
      },
      {
        name: `${Math.ceil(sequences / 4)} sequences of ${steps} acts on rewards against a model`,
        value: `${ofRewards.length} differ ${ofRewards[0] ? JSON.stringify(ofRewards[0]).slice(0, 2_000) : ''}`,
        goal: '0',
      },
      { name: 'Differences found by the reconciliation', value: String(await proven()), goal: '0' },
    ]
  } finally {
    await app.fastify.close()
    await app.database.end()
    await owner.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function runModels<Result>(
  run: (app: TestApp, seed: number, steps: number) => Promise<Result | undefined>,
  app: TestApp,
  { seed, sequences, steps }: { seed: number; sequences: number; steps: number },
) {
  const results: Result[] = []
  let next = 0
  const work = async () => {
    while (next < sequences) {
      const divergence = await run(app, seed + next++, steps)
      if (divergence) results.push(divergence)
    }
  }
  await Promise.all(Array.from({ length: MODELS_AT_ONCE }, work))
  return results
}
