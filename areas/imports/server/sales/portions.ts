import { CompiledQuery, sql } from 'kysely'
import { limits } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Work } from '../work.ts'
import { lockOriginals, writeLedger } from './ledger.ts'
import { portionsOf, WALK_IN } from './plan.ts'

type Portion = { worker: number; batch: number; lines: number }

/**
 * Writes the planned portions by two workers. An invoice and its points are one transaction with the others of its
 * portion; a customer's portions are written by one worker, in order; walk-in sales fill the time that is left.
 */
export function writePortions(work: Work, sales: string) {
  const { client, staging } = work
  const walkIns: Portion[] = []
  let early: Promise<void> = Promise.resolve()
  let waiting = true
  let written = 0

  const write = async (portion: Portion) => {
    await writeOne(work, sales, portion)
    written += portion.lines
    work.tell({ created: written })
  }
  const drain = async (more: () => boolean) => {
    while (more()) {
      const next = walkIns.shift()
      if (!next) return
      await write(next)
    }
  }
  const planned = async (...workers: number[]) => (await client.query<Portion>(portionsOf, [workers])).rows

  return {
    async begin() {
      await client.query(
        `grant usage on schema ${staging} to carat_app; grant select, insert, update on all tables in schema ${staging} to carat_app`,
      )
      walkIns.push(...(await planned(WALK_IN)))
      early = drain(() => waiting)
      // Its error is told by whoever waits for it.
      early.catch(() => {})
    },
    async abandon() {
      waiting = false
      await early.catch(() => {})
    },
    async finish() {
      work.tell({ step: 'Writing' })
      const rest = await planned(0, 1)
      waiting = false
      const chains = [0, 1].map(async (worker) => {
        if (worker === 1) await early
        for (const portion of rest.filter((one) => one.worker === worker)) await write(portion)
        await drain(() => true)
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
  set local search_path to ${staging}, public; set local work_mem = '64MB';
  -- Work of a program that was killed ends soon, so that a new run need not wait for it.
  set local client_connection_check_interval = '2s'`
