import type { Actor, Ctx } from './ctx.ts'
import { isAway } from './errors.ts'

/** A list of more rows than these has a total that its callers share. */
export const COUNTED_AT_MOST = 10_000
/** No total is shown that is older. */
const SHARED_MS = 5_000
const KEPT_MOST = 500

declare module './ctx.ts' {
  interface Services {
    /** Totals of long lists, shared between callers for a few seconds. */
    counts: SharedCounts
  }
}

type Caller = Pick<Ctx, 'actor' | 'now' | 'source'>
type Counted = { asOf: number; total: Promise<number>; counting: boolean }

/** Totals of long lists, each kept under the very question that was counted: filters, outlet and all. */
export class SharedCounts {
  readonly #counted = new Map<string, Counted>()
  readonly #changed = new Map<string, number>()

  /** Anyone who changed something sees it in the next total. */
  changed(actor: Actor, now: Date) {
    const long = now.getTime() - SHARED_MS
    for (const [caller, at] of this.#changed) {
      if (at >= long) break
      this.#changed.delete(caller)
    }
    this.#changed.delete(nameOf(actor))
    this.#changed.set(nameOf(actor), now.getTime())
  }

  /** Whether the list was long when it was last counted. */
  isLong(key: string) {
    return this.#counted.has(key)
  }

  /**
   * The exact total. One caller counts, in its own transaction; the others wait for it, each with a connection of its own,
   * so that nobody waits for one. A call that waited twice in vain counts for itself: a wait has an end.
   */
  async total(key: string, caller: Caller, count: () => Promise<number>): Promise<number> {
    for (let waits = 0; waits < 2; waits++) {
      const known = this.#counted.get(key)
      if (!known || !(known.counting || this.#serves(known, caller))) break
      const total = await known.total.catch(unlessInTime)
      if (total !== undefined && this.#serves(known, caller)) return total
    }
    return this.keep(key, caller, count())
  }

  /** Lets others have a total that somebody counts, or has counted. */
  keep(key: string, { now, source }: Caller, total: Promise<number>): Promise<number> {
    const counted: Counted = { asOf: (source?.asAt ?? now).getTime(), total, counting: true }
    this.#counted.delete(key)
    this.#counted.set(key, counted)
    if (this.#counted.size > KEPT_MOST) this.#counted.delete(this.#counted.keys().next().value!)
    const ended = (rows: number) => {
      counted.counting = false
      if (rows <= COUNTED_AT_MOST && this.#counted.get(key) === counted) this.#counted.delete(key)
    }
    total.then(ended, () => ended(0))
    return total
  }

  /** A total is as old as the call that counted it: what was changed while that ran, it may not have seen. */
  #serves({ asOf }: Counted, { actor, now }: Caller) {
    return now.getTime() - asOf <= SHARED_MS && asOf > (this.#changed.get(nameOf(actor)) ?? Number.NEGATIVE_INFINITY)
  }
}

const nameOf = ({ kind, userId }: Actor) => `${kind} ${userId}`

const CANCELLED = '57014'

/** What failed for its own caller only is counted again; where the database did not answer in time, it would not now. */
function unlessInTime(error: unknown): undefined {
  if (isAway(error) || (error as { code?: string }).code === CANCELLED) throw error
}
