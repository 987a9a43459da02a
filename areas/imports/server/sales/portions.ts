import { CompiledQuery, sql } from 'kysely'
import { limits } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Work } from '../work.ts'
import { lockOriginals, writeLedger } from './ledger.ts'
import { portionsOf, STEADY, WALK_IN, WORKERS } from './plan.ts'

type Portion = { worker: number; batch: number; lines: number }

/**
 * Writes the planned portions on two connections. An invoice and its points are one transaction with the others of its
 * portion; a customer's portions are written one after the other, in order; walk-in sales fill the time that is left.
 */
export function writePortions(work: Work, sales: string) {
  const { client, staging } = work
  const walkIns: Portion[] = []
  const steady: Portion[] = []
  let early: Promise<void> = Promise.resolve()
  let waiting = true
  let written = 0

  /** Writes what `next` hands out, until there is nothing. */
  const writeAll = async (next: () => Portion | undefined) => {
    for (let portion = next(); portion; portion = next()) {
      await writeOne(work, sales, portion)
      written += portion.lines
      work.tell({ created: written })
    }
  }
  const planned = async (...workers: number[]) => (await client.query<Portion>(portionsOf, [workers])).rows

  return {
    /** Begins with portions that need not wait for the others; `STEADY` ones before any walk-ins that are left. */
    async begin(worker: typeof STEADY | typeof WALK_IN) {
      await client.query(
        `grant usage on schema ${staging} to carat_app; grant select, insert, update on all tables in schema ${staging} to carat_app`,
      )
      const list = worker === STEADY ? steady : walkIns
      list.push(...(await planned(worker)))
      early = early.then(() => writeAll(() => (waiting ? (steady.shift() ?? walkIns.shift()) : undefined)))
      // Its error is told by whoever waits for it.
      early.catch(() => {})
    },
    async abandon() {
      waiting = false
      await early.catch(() => {})
    },
    async finish() {
      work.tell({ step: 'Writing' })
      const rest = await planned(...WORKERS)
      waiting = false
      const chains = WORKERS.map(async (worker) => {
        if (worker === 1) {
          await early
          await writeAll(() => steady.shift())
        }
        const own = rest.filter((one) => one.worker === worker)
        await writeAll(() => own.shift())
        await writeAll(() => walkIns.shift())
      })
      // All of them, so that none still writes when the first one's error is told.
      const failed = (await Promise.allSettled(chains)).find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

async function writeOne(
  { database, origin, timeZone, staging, importId, today }: Work,
  sales: string,
  { worker, batch }: Portion,
) {
  await inTransaction(database, { origin, timeZone, limits: limits.job, bulk: importId }, async (db) => {
    await sql.raw(portionSettings(staging)).execute(db)
    const run = async (text: string, ...values: unknown[]) => {
      await db.executeQuery(CompiledQuery.raw(text, values))
    }
    await run(lockOriginals, worker, batch)
    await run(sales, worker, batch, importId)
    if (worker !== WALK_IN) await writeLedger(db, { worker, batch, importId, today, run })
  })
}

const portionSettings = (staging: string) => `
  set local search_path to ${staging}, public; set local work_mem = '64MB'; set local enable_memoize = off; set local synchronous_commit = off;
  -- Work of a program that was killed ends soon, so that a new run need not wait for it.
  set local client_connection_check_interval = '2s'`
