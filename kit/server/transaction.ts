import type pg from 'pg'
import type { CallContention } from './call-queue.ts'
import type { Db } from './ctx.ts'
import {
  transactionTimeouts as allLimits,
  createKysely,
  type Database,
  queryConfig,
  type TransactionTimeouts,
} from './database.ts'
import { isRefusedByStandby, isUnavailable, PrimaryDemoted } from './errors.ts'
import { isStaleStatementName, type NamedStatement } from './prepared.ts'
import { type ReplayPosition, replayPositionStatement } from './replica.ts'

/** The author and source of the changes in a transaction, for the audit triggers. */
export type ChangeOrigin = {
  userId: number | null
  name: string
  outletCode: string | null
  session: string | null
  ip: string | null
  requestId: string
}

export type TransactionOptions = {
  origin: ChangeOrigin
  timeZone: string
  readOnly?: boolean
  /** True for repeatable read: every statement sees the data as of the start of the transaction. */
  snapshot?: boolean
  limits?: TransactionTimeouts
  /** The caller's session. The transaction fails at BEGIN if the session has ended or changed. */
  session?: { sessionId: number; accessVersion: number; isStaff: boolean }
  /** A statement that makes the transaction fail before the work if the caller has no access; see rows.ts. */
  check?: NamedStatement
  /** Only at a standby: called with the replay position before the snapshot is taken; the work starts afterwards. */
  standby?: (position: ReplayPosition) => void
  /** The name of a bulk change, which gets one audit record per statement instead of one per row. */
  bulk?: string
  /** Only for calls: the rows and shares of connections for which the call queues before it takes one; see call-queue.ts. */
  contention?: CallContention
  /** True for frequent transactions, which use prepared statements with generic plans, as calls do. */
  preparePlans?: boolean
}

/** Adds statements that are sent together with COMMIT, without extra round trips. */
export type BeforeCommitCallback = (statement: (text: string, values: unknown[]) => void) => void

/** The SQLSTATE that access_check() raises if the cached session or rights of the caller are stale. */
export const SESSION_CHANGED_SQLSTATE = 'CR401'

const ABORTED = '25P02'
const TIMEOUT_LEAST_MS = 500
/** The short timeout of BEGIN at a standby. After it the read moves to the primary. */
const STANDBY_BEGINS_MS = 1_000
const GRACE_MS = 150
const RETRIES = 3
const retryable = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction as the database role carat_app.
 * Retries deadlocks and serialization failures up to 3 times, except on a standby, where they would recur.
 * Retries once without statement names if a prepared statement is stale.
 * Rolls back and rethrows any other error.
 */
export async function inTransaction<Result>(
  database: Database,
  options: TransactionOptions,
  work: (db: Db, atEnd: (add: BeforeCommitCallback) => void) => Promise<Result>,
): Promise<Result> {
  const run = () => withRetries(database, options, work)
  return options.contention ? database.queue(options.contention, run) : run()
}

async function withRetries<Result>(
  database: Database,
  options: TransactionOptions,
  work: (db: Db, atEnd: (add: BeforeCommitCallback) => void) => Promise<Result>,
): Promise<Result> {
  // Long work uses no prepared statements, because PostgreSQL plans it better with the actual values.
  let useNames = !database.pooled && (options.preparePlans || (options.limits ?? allLimits.call) === allLimits.call)
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(database, options, work, useNames)
    } catch (error) {
      const hasStaleName = useNames && isStaleStatementName(error)
      if (
        !hasStaleName &&
        (attempt > (options.standby ? 0 : RETRIES) || !retryable.has((error as { code?: string }).code ?? ''))
      )
        throw error
      if (hasStaleName) useNames = false
      else await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * Math.random()))
    }
  }
}

async function runOnce<Result>(
  database: Database,
  options: TransactionOptions,
  work: (db: Db, atEnd: (add: BeforeCommitCallback) => void) => Promise<Result>,
  useNames: boolean,
) {
  const limits = options.limits ?? allLimits.call
  const requestedAt = performance.now()
  const client = await database.pool.connect()
  // The client times out slightly after the server, in case the server does not answer at all.
  // The timeout includes the wait for the connection, because the caller needs a reply in time.
  const timeout = Math.max(
    TIMEOUT_LEAST_MS,
    Math.round(limits.statement + GRACE_MS - (performance.now() - requestedAt)),
  )
  const nameOf = useNames ? database.nameOf : undefined
  const sendWithin =
    (most: number): Send =>
    (text, values) =>
      client.query(queryConfig(text, values, { timeout: most, ...(values && { nameOf }) }))
  const send = sendWithin(timeout)
  let broken: Error | boolean = false
  let firstError: unknown
  // BEGIN is sent together with the first statement and not awaited; if BEGIN fails, that statement fails too.
  const begun = begin(options.standby ? sendWithin(STANDBY_BEGINS_MS) : send, options, limits)
  begun.catch(() => {})
  try {
    if (options.standby) await begun
    const beforeCommit: BeforeCommitCallback[] = []
    const noteFirstError = (error: unknown) => {
      firstError ??= error
    }
    const db = createKysely(client, { timeout, nameOf, onError: noteFirstError })
    // Initialises Kysely first, because a statement that is sent during the initialisation would overtake the first statement.
    await db.connection().execute(async () => {})
    const result = await work(db, (add) => beforeCommit.push(add))
    await begun
    if (database.replica) noteChange(options, beforeCommit)
    await commit(send, beforeCommit)
    return result
  } catch (error) {
    // Throws the error of BEGIN, or else of the first statement that failed.
    // The errors of later statements, such as "transaction is aborted", are only consequences.
    const firstReason = await begun.then(
      () =>
        isStaleStatementName(firstError) || isStaleStatementName(error) || isAborted(error)
          ? (firstError ?? error)
          : error,
      (failure: unknown) => failure,
    )
    // A read that changes data is refused by a primary as well, which is a bug of the read.
    const isDemoted = !options.readOnly && !options.standby && isRefusedByStandby(firstReason)
    const reason = isDemoted ? new PrimaryDemoted(firstReason) : firstReason
    if (isUnavailable(reason)) void database.hosts?.check()
    // Closes an unresponsive connection instead of sending ROLLBACK, because the server then rolls back as well.
    // A closed connection also discards its prepared statements.
    broken = isUnavailable(reason) || isStaleStatementName(reason) || (await rollBack(client, timeout))
    throw reason
  } finally {
    client.release(broken)
  }
}

type Send = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

const isAborted = (error: unknown) => (error as { code?: string }).code === ABORTED

/**
 * Sets role, limits, origin, zone and session by one statement with parameters, the same for every call.
 * The settings apply to this transaction only, so that the next user of the connection does not inherit them.
 */
function begin(send: Send, options: TransactionOptions, limits: TransactionTimeouts): Promise<unknown> {
  const { origin, timeZone, readOnly, snapshot, bulk, session, check, standby } = options
  const settings: Record<string, string> = {
    role: 'carat_app',
    statement_timeout: String(limits.statement),
    lock_timeout: String(limits.lock),
    idle_in_transaction_session_timeout: String(limits.idle),
    'carat.origin': JSON.stringify({ ...origin, ...(bulk && { bulk }) }),
    'carat.zone': timeZone,
    // Commits bulk work without waiting for the disk, because bulk work can be repeated.
    // The final commit of the work is synchronous, which makes all earlier commits durable too.
    ...(bulk && { synchronous_commit: 'off' }),
  }
  const values: unknown[] = Object.values(settings)
  const set = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  if (session) set.push(`access_check($${values.push(session.sessionId)}, $${values.push(session.accessVersion)})`)
  const sent: Promise<unknown>[] = [
    ...(standby ? [send(replayPositionStatement).then(({ rows }) => standby(rows[0]))] : []),
    send(`begin${snapshot ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''}`),
    send(`select ${set.join(', ')}`, values),
  ]
  if (check) sent.push(send(check.text, check.values))
  return Promise.all(sent)
}

/** Records a change by staff, so that their next read includes it. Other callers always read from the primary. */
function noteChange({ readOnly, session }: TransactionOptions, beforeCommit: BeforeCommitCallback[]) {
  if (session?.isStaff && !readOnly) beforeCommit.push((add) => add('select session_changed($1)', [session.sessionId]))
}

async function commit(send: Send, beforeCommit: BeforeCommitCallback[]) {
  const sent: Promise<pg.QueryResult>[] = []
  for (const add of beforeCommit) add((text, values) => sent.push(send(text, values)))
  sent.push(send('commit'))
  const outcomes = await Promise.allSettled(sent)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK instead of an error.
  const last = outcomes.at(-1) as PromiseFulfilledResult<pg.QueryResult>
  if (last.value.command !== 'COMMIT') throw new Error('The transaction was rolled back at its end')
}

/** Rolls the transaction back. Resolves to true if the connection cannot be reused. */
async function rollBack(client: pg.PoolClient, timeout: number) {
  try {
    await client.query({ text: 'rollback', query_timeout: Math.min(timeout, 1_000) } as pg.QueryConfig)
    return false
  } catch {
    return true
  }
}
