import type { Endpoint } from '#kit/contract/endpoint.ts'
import { createSharedConcurrencyLimit, type ResourceShareLimit } from './concurrency-limit.ts'
import type { Actor } from './ctx.ts'
import { valuesAtPath } from './rows.ts'

// Queues calls that need the same row lock before these calls take a connection, so that other calls stay fast.
// The queue provides fairness only; the locks of the database guarantee correctness.

/** The locked rows and the shares of the connections for which a call competes with other calls. */
export type CallContention = { rows: readonly string[]; isPublic: boolean; isChange: boolean }

export type CallQueue = <Result>(contention: CallContention, work: () => Promise<Result>) => Promise<Result>

/** The number of calls per row that run at once. The second call waits at the lock, so the row is never idle. */
const PER_ROW = 2
/** The number of connections reserved for session lookups, health checks and jobs. */
const RESERVED = 2
/** The maximum number of rows for queueing by row; bulk calls with more rows do not queue. */
const ROWS_MOST = 50

/** Divides the connections of a pool: at most a third for public calls, at most half for changes. */
export function createCallQueue(connections: number): CallQueue {
  const limited = createSharedConcurrencyLimit(atLeastOne(connections - RESERVED))
  const publicShare: ResourceShareLimit = ['public', atLeastOne(connections / 3)]
  const changeShare: ResourceShareLimit = ['change', atLeastOne(connections / 2)]
  return ({ rows, isPublic, isChange }, work) => {
    const shares: ResourceShareLimit[] = rows.map((row) => [`row ${row}`, PER_ROW])
    if (isPublic) shares.push(publicShare)
    if (isChange) shares.push(changeShare)
    return limited(work, shares)
  }
}

const atLeastOne = (number: number) => Math.max(1, Math.floor(number))

/** Returns the rows that a change locks, and whether the caller is public and the call a change. */
export function callContentionOf(
  { kind, scope, contends = [] }: Endpoint,
  input: unknown,
  actor: Actor,
): CallContention {
  const isPublic = actor.kind === 'anonymous' || actor.kind === 'customer'
  if (kind === 'read') return { rows: [], isPublic, isChange: false }
  const named = [...scope.rows.filter(({ reach }) => reach !== 'everyone'), ...contends]
  const rows = named.flatMap(({ kind, field }) =>
    valuesAtPath(input, field).map((value) => `${typeof kind === 'string' ? kind : kind.field} ${value}`),
  )
  return { rows: rows.length > ROWS_MOST ? [] : [...new Set(rows)], isPublic, isChange: true }
}
