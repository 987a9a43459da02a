import type pg from 'pg'
import type { Competes } from './call-queue.ts'
import type { Db } from './ctx.ts'
import { limits as allLimits, type Database, kyselyOn, type Limits, statementOf } from './database.ts'
import { isAway } from './errors.ts'
import { isOfOldNames, type Statement } from './prepared.ts'

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
  /** Every statement sees the data as it stood when the transaction began, however long it takes. */
  snapshot?: boolean
  limits?: Limits
  /** The session that the work is done in. Ended or changed in the meantime, the transaction does not begin. */
  session?: { sessionId: number; accessVersion: number; isStaff: boolean }
  /** A question to the database that refuses by failing, asked before the work; see rows.ts. */
  check?: Statement
  /** At a standby: called with how far it had replayed before the snapshot is taken; the work begins when this was heard. */
  standby?: (replayed: number) => void
  /** Said in the same transaction that many rows come at once: the audit then keeps one record per statement. */
  bulk?: string
  /** The transaction of a call: it waits in this process for what it competes for; see call-queue.ts. */
  competes?: Competes
  /** One of very many alike: its statements are planned once, like those of calls, and not for the values of each. */
  alike?: boolean
}

/** Statements that are sent together with COMMIT, so that they cost no round trip of their own. */
export type AtEnd = (statement: (text: string, values: unknown[]) => void) => void

/** Thrown by access_check() in the database: what was known of the caller does not hold any more. */
export const SESSION_CHANGED = 'CR401'

const ABORTED = '25P02'
const TIMEOUT_LEAST_MS = 500
/** Anyone who reads at a standby has another place to ask, and does not wait long for it to begin. */
const STANDBY_BEGINS_MS = 1_000
const GRACE_MS = 150
const RETRIES = 3
const retryable = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction as the database role carat_app. A deadlock or serialization failure is tried again
 * up to 3 times (at a standby it would be the same again), and what failed because its connection's names are old once more without names; any other error rolls
 * back and is thrown on.
 */
export async function inTransaction<Result>(
  database: Database,
  options: TransactionOptions,
  work: (db: Db, atEnd: (add: AtEnd) => void) => Promise<Result>,
): Promise<Result> {
  const run = () => withRetries(database, options, work)
  return options.competes ? database.queue(options.competes, run) : run()
}

async function withRetries<Result>(
  database: Database,
  options: TransactionOptions,
  work: (db: Db, atEnd: (add: AtEnd) => void) => Promise<Result>,
): Promise<Result> {
  // Longer work is planned for its values each time: that is soon earned there.
  let named = !database.pooled && (options.alike || (options.limits ?? allLimits.call) === allLimits.call)
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(database, options, work, named)
    } catch (error) {
      const old = named && isOfOldNames(error)
      if (
        !old &&
        (attempt > (options.standby ? 0 : RETRIES) || !retryable.has((error as { code?: string }).code ?? ''))
      )
        throw error
      if (old) named = false
      else await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * Math.random()))
    }
  }
}

async function once<Result>(
  database: Database,
  options: TransactionOptions,
  work: (db: Db, atEnd: (add: AtEnd) => void) => Promise<Result>,
  named: boolean,
) {
  const limits = options.limits ?? allLimits.call
  const requestedAt = performance.now()
  const client = await database.pool.connect()
  // The client gives up a little after the server would, for the case that the server does not answer at all. What was
  // waited for the connection counts: who asks must have an answer in time, whatever took it.
  const timeout = Math.max(
    TIMEOUT_LEAST_MS,
    Math.round(limits.statement + GRACE_MS - (performance.now() - requestedAt)),
  )
  const nameOf = named ? database.nameOf : undefined
  const sendWithin =
    (most: number): Send =>
    (text, values) =>
      client.query(statementOf(text, values, { timeout: most, ...(values && { nameOf }) }))
  const send = sendWithin(timeout)
  let broken: Error | boolean = false
  let first: unknown
  // Not awaited: BEGIN and the first statement travel together. If BEGIN fails, that statement fails with it.
  const begun = begin(options.standby ? sendWithin(STANDBY_BEGINS_MS) : send, options, limits)
  begun.catch(() => {})
  try {
    if (options.standby) await begun
    const ends: AtEnd[] = []
    const failed = (error: unknown) => {
      first ??= error
    }
    const db = kyselyOn(client, { timeout, nameOf, failed })
    // Made ready before the work: else a statement that is begun while Kysely gets ready for the first one overtakes it.
    await db.connection().execute(async () => {})
    const result = await work(db, (add) => ends.push(add))
    await begun
    if (database.replica) noteChange(options, ends)
    await commit(send, ends)
    return result
  } catch (error) {
    // Where BEGIN or an earlier statement failed, its reason is the true one and not "the transaction is aborted", nor
    // that a name is unknown which was to be made by a statement that failed.
    const reason = await begun.then(
      () => (isOfOldNames(first) || isOfOldNames(error) || isAborted(error) ? (first ?? error) : error),
      (failure: unknown) => failure,
    )
    // A connection that does not answer would not answer ROLLBACK either; closing it does the same. With it go its names.
    broken = isAway(reason) || isOfOldNames(reason) || (await rollBack(client, timeout))
    throw reason
  } finally {
    client.release(broken)
  }
}

type Send = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

const isAborted = (error: unknown) => (error as { code?: string }).code === ABORTED

/**
 * Role, limits, origin, zone and session in one statement, which is the same for every call and its values beside it. All of
 * it ends with the transaction: anyone who has the connection next, be it through a pooler, finds nothing of it.
 */
function begin(send: Send, options: TransactionOptions, limits: Limits): Promise<unknown> {
  const { origin, timeZone, readOnly, snapshot, bulk, session, check, standby } = options
  const settings: Record<string, string> = {
    role: 'carat_app',
    statement_timeout: String(limits.statement),
    lock_timeout: String(limits.lock),
    idle_in_transaction_session_timeout: String(limits.idle),
    'carat.origin': JSON.stringify({ ...origin, ...(bulk && { bulk }) }),
    'carat.zone': timeZone,
    // Bulk work can be repeated, and its end is written with certainty, which takes along all that came before it.
    ...(bulk && { synchronous_commit: 'off' }),
  }
  const values: unknown[] = Object.values(settings)
  const set = Object.keys(settings).map((name, place) => `set_config('${name}', $${place + 1}, true)`)
  if (session) set.push(`access_check($${values.push(session.sessionId)}, $${values.push(session.accessVersion)})`)
  const sent: Promise<unknown>[] = [
    ...(standby ? [send(howFar).then(({ rows }) => standby(rows[0].replayed))] : []),
    send(`begin${snapshot ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''}`),
    send(`select ${set.join(', ')}`, values),
  ]
  if (check) sent.push(send(check.text, check.values))
  return Promise.all(sent)
}

const howFar = `select coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as replayed`

/** What staff see next must show what they changed; programs and customers read the primary anyway. */
function noteChange({ readOnly, session }: TransactionOptions, ends: AtEnd[]) {
  if (session?.isStaff && !readOnly) ends.push((add) => add('select session_changed($1)', [session.sessionId]))
}

async function commit(send: Send, ends: AtEnd[]) {
  const sent: Promise<pg.QueryResult>[] = []
  for (const add of ends) add((text, values) => sent.push(send(text, values)))
  sent.push(send('commit'))
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
