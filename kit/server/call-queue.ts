import type { Endpoint } from '#kit/contract/endpoint.ts'
import { limitShares, type Share } from './concurrency-limit.ts'
import type { Actor } from './ctx.ts'
import { valuesAt } from './rows.ts'

// Calls that would wait for the same row lock wait here instead, before they take a connection. This is about fairness only:
// correctness is guaranteed by the locks of the database.

/** The rows and connection shares that the transaction of a call competes for. */
export type Contention = { rows: readonly string[]; isPublic: boolean; isChange: boolean }

export type CallQueue = <Result>(contention: Contention, work: () => Promise<Result>) => Promise<Result>

/** The second transaction waits at the row lock, so that the row is not idle between two transactions. */
const PER_ROW = 2
/** Connections reserved for session lookups, health checks and jobs. */
const RESERVED = 2
/** Bulk calls with more rows than this do not queue by row. */
const ROWS_MOST = 50

/** Divides the connections of a pool: at most a third for public calls, at most half for changes. */
export function callQueue(connections: number): CallQueue {
  const limited = limitShares(atLeastOne(connections - RESERVED))
  const publicShare: Share = ['public', atLeastOne(connections / 3)]
  const changeShare: Share = ['change', atLeastOne(connections / 2)]
  return ({ rows, isPublic, isChange }, work) => {
    const shares: Share[] = rows.map((row) => [`row ${row}`, PER_ROW])
    if (isPublic) shares.push(publicShare)
    if (isChange) shares.push(changeShare)
    return limited(work, shares)
  }
}

const atLeastOne = (number: number) => Math.max(1, Math.floor(number))

/** The rows that a change will lock: those of its scope, and those that the contract lists in `contends`. */
export function contentionOf({ kind, scope, contends = [] }: Endpoint, input: unknown, actor: Actor): Contention {
  const isPublic = actor.kind === 'anonymous' || actor.kind === 'customer'
  if (kind === 'read') return { rows: [], isPublic, isChange: false }
  const named = [...scope.rows.filter(({ reach }) => reach !== 'everyone'), ...contends]
  const rows = named.flatMap(({ kind, field }) =>
    valuesAt(input, field).map((value) => `${typeof kind === 'string' ? kind : kind.field} ${value}`),
  )
  return { rows: rows.length > ROWS_MOST ? [] : [...new Set(rows)], isPublic, isChange: true }
}
