import type { Actor, Ctx } from './ctx.ts'
import { isUnavailable } from './errors.ts'

/** Lists with more rows than this number count their rows once for several callers. */
export const SHARED_TOTAL_ROWS_MIN = 10_000
/** The maximum age in milliseconds of a list's total that several callers share. */
const MAX_AGE_MS = 5_000
const MAX_STORED_TOTALS = 500

declare module './ctx.ts' {
  interface Services {
    /** The total numbers of rows of long lists, which several callers share for a few seconds. */
    counts: SharedListTotals
  }
}

/** The number of all rows of a list. It is an estimate if an exact count would take long. */
export type ListTotal = { count: number; isEstimate: boolean }

type Caller = Pick<Ctx, 'actor' | 'now' | 'source'>
type StoredTotal = { asOf: number; total: Promise<ListTotal>; counting: boolean }

/** Stores totals of long lists by their compiled count query, which includes filters and outlet. */
export class SharedListTotals {
  readonly #totals = new Map<string, StoredTotal>()
  readonly #lastChanges = new Map<string, number>()

  /** Records a change by this caller, so that the caller's next total includes the change. */
  changed(actor: Actor, now: Date) {
    const cutoff = now.getTime() - MAX_AGE_MS
    for (const [caller, at] of this.#lastChanges) {
      if (at >= cutoff) break
      this.#lastChanges.delete(caller)
    }
    this.#lastChanges.delete(callerKey(actor))
    this.#lastChanges.set(callerKey(actor), now.getTime())
  }

  /** True if a shared total exists, because the list had more than SHARED_TOTAL_ROWS_MIN rows at its last count. */
  isLong(key: string) {
    return this.#totals.has(key)
  }

  /**
   * Returns the total of a list. One caller counts in its own transaction while the others wait for the result.
   * Callers that wait for the total already have a connection, so they cannot deadlock on the connection pool.
   * A caller that waited twice without a usable result counts the rows itself.
   */
  async total(key: string, caller: Caller, count: () => Promise<ListTotal>): Promise<ListTotal> {
    for (let waits = 0; waits < 2; waits++) {
      const stored = this.#totals.get(key)
      if (!stored || !(stored.counting || this.#serves(stored, caller))) break
      const total = await stored.total.catch(unlessInTime)
      if (total !== undefined && this.#serves(stored, caller)) return total
    }
    return this.#keep(key, caller, count())
  }

  /** Shares a running count of a list with other callers, and then its result. */
  #keep(key: string, { now, source }: Caller, total: Promise<ListTotal>): Promise<ListTotal> {
    const stored: StoredTotal = { asOf: (source?.asAt ?? now).getTime(), total, counting: true }
    this.#totals.delete(key)
    this.#totals.set(key, stored)
    if (this.#totals.size > MAX_STORED_TOTALS) this.#totals.delete(this.#totals.keys().next().value!)
    const finish = (rows: number) => {
      stored.counting = false
      if (rows <= SHARED_TOTAL_ROWS_MIN && this.#totals.get(key) === stored) this.#totals.delete(key)
    }
    total.then(
      ({ count }) => finish(count),
      () => finish(0),
    )
    return total
  }

  /** True if a stored total is recent enough. Its age starts with the counting call, which may miss later commits. */
  #serves({ asOf }: StoredTotal, { actor, now }: Caller) {
    return (
      now.getTime() - asOf <= MAX_AGE_MS && asOf > (this.#lastChanges.get(callerKey(actor)) ?? Number.NEGATIVE_INFINITY)
    )
  }
}

const callerKey = ({ kind, userId }: Actor) => `${kind} ${userId}`

const CANCELLED = '57014'

/** Ignores a failed count of another caller, except a timeout, because a new count of the list would time out too. */
function unlessInTime(error: unknown): undefined {
  if (isUnavailable(error) || (error as { code?: string }).code === CANCELLED) throw error
}
