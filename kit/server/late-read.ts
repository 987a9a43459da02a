import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { schemaOf } from '#kit/contract/schema.ts'
import type { Actor, Ctx, Db, ReadSource } from './ctx.ts'
import { type Database, limits } from './database.ts'
import { isAway } from './errors.ts'
import type { Replica } from './replica.ts'
import { type AtEnd, inTransaction, type TransactionOptions } from './transaction.ts'

// WHERE A READ IS DONE. Lists and reports may show what stood a few seconds ago: where there is a replica, it answers them. Whether the
// session holds and whose rows may be seen, the primary says in each case. Whatever goes wrong at the replica is done at the primary.

/** A list right after a change must show it: the primary is read until the replica shows a moment so long after it. */
const AFTER_CHANGE_MS = 5_000

/** Thrown where the replica does not show what it must. */
class TooEarly extends Error {}

type Work<Result> = (db: Db, atEnd: (add: AtEnd) => void, source?: ReadSource) => Promise<Result>

/** A list takes Page and Rows, as a report does; one's own things and what customers and programs read is short, and must be true at once. */
export const mayBeLate = ({ kind, scope, body }: Endpoint, actor: Actor) => {
  if (kind !== 'read' || actor.kind !== 'staff' || scope.otherwise === 'own account') return false
  const { Page, Rows } = schemaOf(body, 'input').properties ?? {}
  return Page !== undefined && Rows !== undefined
}

/** Tells the caller in the head of the answer, also of a list, whose body has no place for it. */
export function sayWhere({ reply }: Pick<Ctx, 'reply'>, { from, asAt, why }: ReadSource) {
  reply.header('x-carat-read-from', why ? `${from}; ${why === 'own change' ? why : `replica ${why}`}` : from)
  reply.header('x-carat-data-as-at', asAt.toISOString())
}

/** One read in a transaction of its own, at the replica if that may answer it. */
export async function inLateRead<Result>(
  database: Database,
  options: TransactionOptions,
  now: Date,
  work: Work<Result>,
): Promise<Result> {
  const { replica } = database
  if (!replica) return inTransaction(database, options, work)
  const atPrimary = (why: ReadSource['why']) => {
    replica.reads.primary++
    return inTransaction(database, options, (db, atEnd) =>
      work(db, atEnd, { from: 'Primary', asAt: now, ...(why && { why }) }),
    )
  }
  const state = replica.state()
  if (state !== 'ready') return atPrimary(state === 'away' ? 'away' : 'late')
  const changed = await askPrimary(database, options)
  const least = changed === null ? 0 : Date.parse(changed) + AFTER_CHANGE_MS
  if (replica.newest() < least) return atPrimary('own change')
  try {
    const result = await atReplica(replica, options, least, now, work)
    replica.reads.replica++
    return result
  } catch (error) {
    if (tookTooLong(error)) throw error
    if (isAway(error)) {
      replica.failed()
      return atPrimary('away')
    }
    return atPrimary(error instanceof TooEarly ? 'late' : undefined)
  }
}

function atReplica<Result>(
  replica: Replica,
  options: TransactionOptions,
  least: number,
  now: Date,
  work: Work<Result>,
) {
  const { session: _session, check: _check, ...asked } = options
  let source: ReadSource | undefined
  const standby = (replayed: number) => {
    const shown = replica.momentAt(replayed)
    if (!shown || shown.at < least) throw new TooEarly('The replica is too late')
    source = { from: 'Replica', asAt: new Date(now.getTime() - shown.ageMs) }
  }
  return inTransaction(replica.database, { ...asked, standby }, (db, atEnd) => work(db, atEnd, source))
}

/** Asks of the primary what must be true now: that the session holds, whose rows may be seen, and when it changed something. */
async function askPrimary(database: Database, options: TransactionOptions): Promise<string | null> {
  const id = options.session?.sessionId ?? null
  const asked = { ...options, snapshot: false, readOnly: true, limits: limits.call }
  return inTransaction(database, asked, async (db) => {
    const { rows } = await sql<{ ChangedAt: string | null }>`select session_changed_at(${id}) as changed_at`.execute(db)
    return rows[0]!.ChangedAt
  })
}

/**
 * A read of work in the background: it shows at least what stood when it began, for which the replica is waited for. It is not
 * repeated here, because what was read may be written into a file already: `AtReplica` says that it is to be done at the primary.
 */
export async function inCaughtUpRead<Result>(
  database: Database,
  options: TransactionOptions,
  work: Work<Result>,
): Promise<Result> {
  const { replica } = database
  const least = await replica?.caughtUp()
  if (!replica || least === undefined) return inTransaction(database, options, work)
  const standby = (replayed: number) => {
    if (replayed < least) throw new TooEarly('The replica is too late')
  }
  try {
    const result = await inTransaction(replica.database, { ...options, standby }, work)
    replica.reads.replica++
    return result
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (tookTooLong(error) || !(error instanceof TooEarly || isAway(error) || typeof code === 'string')) throw error
    if (isAway(error)) replica.failed()
    throw new AtReplica(error)
  }
}

/** What failed at the replica, and is to be done again without it. */
export class AtReplica extends Error {
  constructor(cause: unknown) {
    super('The replica could not be read', { cause })
  }
}

/** By its own limit of time: the primary would take as long. Statements that the replica's own work ended have another reason. */
const tookTooLong = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return code === '57014' && /statement timeout/.test(message ?? '')
}
