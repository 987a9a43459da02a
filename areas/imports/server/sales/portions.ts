import { CompiledQuery, sql } from 'kysely'
import { limits } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Work } from '../work.ts'
import { lockOriginals, writeLedger } from './ledger.ts'
import { portionsOf, takesBack, WALK_IN } from './plan.ts'

type Portion = { hand: number; batch: number; lines: number }

// As many as a small machine has processors.
const WORKERS = 2

/**
 * Writes planned portions. An invoice and its points are one transaction with the others of its portion; the portions of
 * one hand are written one after the other, in order, those of different hands side by side.
 */
export function writePortions(work: Work, salesOf: (takesBack: boolean) => string) {
  const { client, staging } = work
  const sales = { plain: salesOf(false), takingBack: salesOf(true) }
  const waiting = new Map<number, Portion[]>()
  const busy = new Set<number>()
  const workers = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  let stopped = false
  let written = 0

  /** The next portion of the hand that has most to do; sales of nobody in particular fill the time that is left. */
  function next(): Portion | undefined {
    if (stopped) return undefined
    const free = [...waiting.values()].filter(([first]) => first && !busy.has(first.hand))
    const longest = free.filter(([first]) => first!.hand !== WALK_IN).sort((a, b) => linesOf(b) - linesOf(a))[0]
    return (longest ?? waiting.get(WALK_IN))?.shift()
  }

  async function writeAll() {
    for (let portion = next(); portion; portion = next()) {
      if (portion.hand !== WALK_IN) busy.add(portion.hand)
      await writeOne(work, sales, portion)
      busy.delete(portion.hand)
      written += portion.lines
      work.tell({ created: written })
    }
  }

  function addWorker() {
    const worker = writeAll()
      .catch((error) => {
        failure ??= { error }
        stopped = true
      })
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  async function takeUp() {
    await client.query(
      `grant usage on schema ${staging} to carat_app; grant select, insert, update on all tables in schema ${staging} to carat_app`,
    )
    const { rows } = await client.query<Portion>(portionsOf, [[...waiting.keys()]])
    for (const portion of rows) waiting.set(portion.hand, [...(waiting.get(portion.hand) ?? []), portion])
  }

  return {
    /** Begins with what is planned so far; one worker, since something else still goes on. Its error is told by `finish`. */
    async begin() {
      await takeUp()
      if (workers.size === 0) addWorker()
    },
    async abandon() {
      stopped = true
      await Promise.all(workers)
    },
    async finish() {
      work.tell({ step: 'Writing' })
      await takeUp()
      while (workers.size < WORKERS) addWorker()
      // All of them, so that none still writes when the first one's error is told.
      await Promise.all(workers)
      if (failure) throw failure.error
    },
  }
}

const linesOf = (portions: Portion[]) => portions.reduce((sum, { lines }) => sum + lines, 0)

async function writeOne(
  { database, origin, timeZone, staging, importId, today }: Work,
  sales: { plain: string; takingBack: string },
  { hand, batch }: Portion,
) {
  await inTransaction(database, { origin, timeZone, limits: limits.job, bulk: importId }, async (db) => {
    await sql.raw(portionSettings(staging)).execute(db)
    const run = async (text: string, ...values: unknown[]) => {
      await db.executeQuery(CompiledQuery.raw(text, values))
    }
    if (takesBack(hand)) await run(lockOriginals, hand, batch)
    await run(takesBack(hand) ? sales.takingBack : sales.plain, hand, batch, importId)
    if (hand !== WALK_IN) await writeLedger(db, { hand, batch, importId, today, run }, takesBack(hand))
  })
}

const portionSettings = (staging: string) => `
  set local search_path to ${staging}, public; set local work_mem = '64MB'; set local enable_memoize = off; set local synchronous_commit = off;
  -- Work of a program that was killed ends soon, so that a new run need not wait for it.
  set local client_connection_check_interval = '2s'`
