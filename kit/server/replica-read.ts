import type { Endpoint } from '#kit/contract/endpoint.ts'
import { toJsonSchema } from '#kit/contract/schema.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type { Actor, Ctx, Db, ReadSource } from './ctx.ts'
import { type Database, transactionTimeouts } from './database.ts'
import { isUnavailable } from './errors.ts'
import { hasReached, type ReplayPosition, type Replica } from './replica.ts'
import { type BeforeCommitCallback, inTransaction, type TransactionOptions } from './transaction.ts'

// Chooses between replica and primary for reads.
// The replica answers lists and reports, because their data may be a few seconds old.
// The primary always checks session and row access. It also answers a read that failed on the replica.

/** A user who changed data reads from the primary until the replica's data is newer than the change by this time. */
const AFTER_CHANGE_MS = 5_000

/** Thrown if the replica has not replayed the changes that a read needs. */
class ReplicaBehind extends Error {}

type Work<Result> = (db: Db, atEnd: (add: BeforeCommitCallback) => void, source?: ReadSource) => Promise<Result>

/** True for paged lists and reports of staff. System accounts, customers and own-account reads need current data. */
export const toleratesStaleness = ({ kind, scope, body }: Endpoint, actor: Actor) => {
  if (kind !== 'read' || actor.kind !== 'staff' || scope.otherwise === 'own account') return false
  const { Page, Rows } = toJsonSchema(body, 'input').properties ?? {}
  return Page !== undefined && Rows !== undefined
}

/** Sets the headers of a reply with source and time of the data, because the body of a list has no field for them. */
export function setReadSourceHeaders({ reply }: Pick<Ctx, 'reply'>, { from, asAt, why }: ReadSource) {
  reply.header('x-carat-read-from', why ? `${from}; ${why === 'own change' ? why : `replica ${why}`}` : from)
  reply.header('x-carat-data-as-at', asAt.toISOString())
}

/** Runs one read in its own transaction, at the replica if the replica is recent enough. */
export async function inReplicaRead<Result>(
  database: Database,
  options: TransactionOptions,
  now: Date,
  work: Work<Result>,
): Promise<Result> {
  const { replica } = database
  if (!replica) return inTransaction(database, options, work)
  const readPrimary = (why: ReadSource['why']) => {
    replica.reads.primary++
    return inTransaction(database, options, (db, atEnd) =>
      work(db, atEnd, { from: 'Primary', asAt: now, ...(why && { why }) }),
    )
  }
  const state = replica.state()
  if (state !== 'ready') return readPrimary(state === 'away' ? 'away' : 'late')
  const changedAt = await checkAtPrimary(database, options)
  const earliest = changedAt === null ? 0 : Date.parse(changedAt) + AFTER_CHANGE_MS
  if (replica.newest() < earliest) return readPrimary('own change')
  try {
    const result = await readReplica(replica, options, earliest, now, work)
    replica.reads.replica++
    return result
  } catch (error) {
    if (tookTooLong(error)) throw error
    if (isUnavailable(error)) {
      replica.failed()
      return readPrimary('away')
    }
    return readPrimary(error instanceof ReplicaBehind ? 'late' : undefined)
  }
}

function readReplica<Result>(
  replica: Replica,
  options: TransactionOptions,
  earliest: number,
  now: Date,
  work: Work<Result>,
) {
  const { session: _session, check: _check, ...replicaOptions } = options
  let source: ReadSource | undefined
  const standby = (replayed: ReplayPosition) => {
    const moment = replica.momentAt(replayed)
    if (!moment || moment.at < earliest) throw new ReplicaBehind('The replica is too late')
    source = { from: 'Replica', asAt: new Date(now.getTime() - moment.ageMs) }
  }
  return inTransaction(replica.database, { ...replicaOptions, standby }, (db, atEnd) => work(db, atEnd, source))
}

/** Checks session and row access at the primary, and returns the time of the session's last change. */
async function checkAtPrimary(database: Database, options: TransactionOptions): Promise<string | null> {
  const id = options.session?.sessionId ?? null
  const checkOptions = { ...options, snapshot: false, readOnly: true, limits: transactionTimeouts.call }
  return inTransaction(database, checkOptions, (db) => databaseFunctions.sessionChangedAt(db, { session: id }))
}

/**
 * Reads for a background job, after waiting until the replica shows everything committed before the start.
 * A failed read of a job is not retried, because rows may already be written to a file.
 * After the error `ReplicaReadFailed` the job repeats all its work at the primary.
 */
export async function inCaughtUpRead<Result>(
  database: Database,
  options: TransactionOptions,
  work: Work<Result>,
): Promise<Result> {
  const { replica } = database
  const position = await replica?.caughtUp()
  if (!replica || position === undefined) return inTransaction(database, options, work)
  const standby = (replayed: ReplayPosition) => {
    if (!hasReached(replayed, position)) throw new ReplicaBehind('The replica is too late')
  }
  try {
    const result = await inTransaction(replica.database, { ...options, standby }, work)
    replica.reads.replica++
    return result
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (tookTooLong(error) || !(error instanceof ReplicaBehind || isUnavailable(error) || typeof code === 'string'))
      throw error
    if (isUnavailable(error)) replica.failed()
    throw new ReplicaReadFailed(error)
  }
}

/** Thrown if a read failed at the replica and must be repeated at the primary. */
export class ReplicaReadFailed extends Error {
  constructor(cause: unknown) {
    super('The replica could not be read', { cause })
  }
}

/** True for a statement timeout, which the primary would reach as well. Replication conflicts have another message. */
const tookTooLong = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return code === '57014' && /statement timeout/.test(message ?? '')
}
