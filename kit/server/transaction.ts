import pg from 'pg'
import type { Db } from './ctx.ts'
import { limits as allLimits, type Database, kyselyOn, type Limits } from './database.ts'
import { isAway } from './errors.ts'

/** Who and where, for the audit triggers; travels with the transaction. */
export type Origin = {
  userId: number | null
  name: string
  outletCode: string | null
  session: string | null
  ip: string | null
  requestId: string
}

export type TransactionOptions = {
  origin: Origin
  timeZone: string
  readOnly?: boolean
  /** Every statement sees the books as they stood when the transaction began, however long it takes. */
  snapshot?: boolean
  limits?: Limits
  /** The session that the work is done in. Ended or changed in the meantime, the transaction does not begin. */
  session?: { sessionId: number; accessVersion: number }
  /** A question to the database that refuses by failing, asked before the work; see rows.ts. */
  check?: string
  /** Told in the same transaction that many rows come at once: the audit then keeps one record per statement. */
  bulk?: string
}

/** Statements that are sent together with COMMIT, so that they cost no round trip of their own. */
export type AtEnd = (statement: (text: string, values: unknown[]) => void) => void

/** Thrown by access_check() in the database: what was known of the caller does not hold any more. */
export const SESSION_CHANGED = 'CR401'

const ABORTED = '25P02'
const TIMEOUT_LEAST_MS = 500
const GRACE_MS = 150
const RETRIES = 3
const retryable = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction as the database role carat_app. A deadlock or serialization failure is tried again
 * up to 3 times; any other error rolls back and is thrown on.
 */
export async function inTransaction<Result>(
  database: Database,
  options: TransactionOptions,
  work: (db: Db, atEnd: (add: AtEnd) => void) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(database, options, work)
    } catch (error) {
      if (attempt > RETRIES || !retryable.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * Math.random()))
    }
  }
}

async function once<Result>(
  database: Database,
  options: TransactionOptions,
  work: (db: Db, atEnd: (add: AtEnd) => void) => Promise<Result>,
) {
  const limits = options.limits ?? allLimits.call
  const asked = performance.now()
  const client = await database.pool.connect()
  // The client gives up a little after the server would, for the case that the server does not answer at all. What was
  // waited for the connection counts: who asks must have an answer in time, whatever took it.
  const timeout = Math.max(TIMEOUT_LEAST_MS, Math.round(limits.statement + GRACE_MS - (performance.now() - asked)))
  let broken: Error | boolean = false
  let first: unknown
  // Not awaited: BEGIN and the first statement travel together. If BEGIN fails, that statement fails with it.
  const begun = client.query({ text: beginning(options, limits), query_timeout: timeout } as pg.QueryConfig)
  begun.catch(() => {})
  try {
    const ends: AtEnd[] = []
    const note = (error: unknown) => {
      first ??= error
    }
    const db = kyselyOn(client, timeout, note)
    // Made ready before the work: else a statement that is begun while Kysely gets ready for the first one overtakes it.
    await db.connection().execute(async () => {})
    const result = await work(db, (add) => ends.push(add))
    await begun
    await commit(client, ends, timeout)
    return result
  } catch (error) {
    // Where BEGIN or an earlier statement failed, its reason is the true one and not "the transaction is aborted".
    const reason = await begun.then(
      () => ((error as { code?: string }).code === ABORTED ? (first ?? error) : error),
      (failure: unknown) => failure,
    )
    // A connection that does not answer would not answer ROLLBACK either; closing it does the same.
    broken = isAway(reason) || (await rollBack(client, timeout))
    throw reason
  } finally {
    client.release(broken)
  }
}

function beginning({ origin, timeZone, readOnly, snapshot, bulk, session, check }: TransactionOptions, limits: Limits) {
  const settings = pg.escapeLiteral(JSON.stringify({ ...origin, ...(bulk && { bulk }) }))
  return (
    `begin${snapshot ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''};set local role carat_app;` +
    `set local statement_timeout=${limits.statement};set local lock_timeout=${limits.lock};` +
    `set local idle_in_transaction_session_timeout=${limits.idle};` +
    // Bulk work can be repeated, and its end is written with certainty, which takes along all that came before it.
    (bulk ? 'set local synchronous_commit=off;' : '') +
    `select set_config('carat.origin',${settings},true),set_config('carat.zone',${pg.escapeLiteral(timeZone)},true)` +
    (session ? `,access_check(${Number(session.sessionId)},${Number(session.accessVersion)})` : '') +
    (check ? `;${check}` : '')
  )
}

async function commit(client: pg.PoolClient, ends: AtEnd[], timeout: number) {
  const sent: Promise<pg.QueryResult>[] = []
  const send = (text: string, values?: unknown[]) =>
    sent.push(client.query({ text, values, query_timeout: timeout } as pg.QueryConfig))
  for (const add of ends) add(send)
  send('commit')
  const outcomes = await Promise.allSettled(sent)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
  const last = outcomes.at(-1) as PromiseFulfilledResult<pg.QueryResult>
  if (last.value.command !== 'COMMIT') throw new Error('The transaction was rolled back at its end')
}

/** Gives true when the connection can't be used again. */
async function rollBack(client: pg.PoolClient, timeout: number) {
  try {
    await client.query({ text: 'rollback', query_timeout: Math.min(timeout, 1_000) } as pg.QueryConfig)
    return false
  } catch {
    return true
  }
}
