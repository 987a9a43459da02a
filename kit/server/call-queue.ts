import type { Endpoint } from '#kit/contract/endpoint.ts'
import { limitShares, type Share } from './concurrency-limit.ts'
import type { Actor } from './ctx.ts'
import { valuesAt } from './rows.ts'

// Calls wait in this process for what would make them wait in the database, where each would hold a connection meanwhile.
// It is about fairness only: what must be true of rows, the database's own locks guarantee.

/** What the transaction of a call competes for. */
export type Competes = { rows: readonly string[]; isPublic: boolean; isChange: boolean }

export type CallQueue = <Result>(competes: Competes, work: () => Promise<Result>) => Promise<Result>

/** The second one waits at the lock, so that the row is not idle between two transactions. */
const PER_ROW = 2
/** For sessions that are looked up, health and jobs. */
const RESERVED = 2
/** More rows than a person names at once. */
const ROWS_MOST = 50

/** Lets the calls of one pool have their shares of its connections: public ones a third, changes half. */
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

/** The rows that a change locks, as its contract names them: those of its scope, and those that it `contends` for. */
export function competesOf({ kind, scope, contends = [] }: Endpoint, input: unknown, actor: Actor): Competes {
  const isPublic = actor.kind === 'anonymous' || actor.kind === 'customer'
  if (kind === 'read') return { rows: [], isPublic, isChange: false }
  const named = [...scope.rows.filter(({ reach }) => reach !== 'everyone'), ...contends]
  const rows = named.flatMap(({ kind, field }) =>
    valuesAt(input, field).map((value) => `${typeof kind === 'string' ? kind : kind.field} ${value}`),
  )
  return { rows: rows.length > ROWS_MOST ? [] : [...new Set(rows)], isPublic, isChange: true }
}
