import { isUnavailable, kitRefusals } from './errors.ts'

/** Runs `work` within a limit of parallel work. `caller` is the account for limits per account; null has no such limit. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>, caller?: number | null) => Promise<Result>

/** A named resource, and the number of pieces of work that may use the resource at the same time. */
export type ResourceShareLimit = readonly [name: string, most: number]

type SharedLimit = <Result>(work: () => Promise<Result>, shares: readonly ResourceShareLimit[]) => Promise<Result>

const WAIT_MS = 10_000
/** After this time without an answer from the database, queued work is rejected instead of waiting. */
const SILENT_MS = 1_000

type QueuedWork = { shares: readonly ResourceShareLimit[]; resume: () => void; abort: (reason: unknown) => void }

/** Runs at most `most` pieces of work at a time and at most `maxPerCaller` per caller; see `limitShares`. */
export function limitConcurrency(
  maxRunning: number,
  { maxPerCaller = maxRunning, maxWaiting = Number.POSITIVE_INFINITY } = {},
): ConcurrencyLimit {
  const limited = createSharedConcurrencyLimit(maxRunning, { maxWaiting })
  return (work, caller = null) => limited(work, caller === null ? [] : [[`${caller}`, maxPerCaller]])
}

/**
 * Runs at most `most` pieces of work at a time, within the limits of the shares that the work names.
 * Work above the limit waits in a queue without holding any resource, and is refused after 10 seconds.
 * Queued work waits for its own share only, so work of another share may start earlier.
 * All queued work is refused if the database is unavailable and no work succeeded recently.
 * New work is refused at once when `maxWaiting` pieces of work are queued.
 */
export function createSharedConcurrencyLimit(
  maxRunning: number,
  { maxWaiting = Number.POSITIVE_INFINITY } = {},
): SharedLimit {
  let running = 0
  const used = new Map<string, number>()
  let queue: QueuedWork[] = []
  let answeredAt = Number.NEGATIVE_INFINITY

  const canRun = (shares: readonly ResourceShareLimit[]) =>
    running < maxRunning && shares.every(([name, limit]) => (used.get(name) ?? 0) < limit)

  const count = (shares: readonly ResourceShareLimit[], change: 1 | -1) => {
    running += change
    for (const [name] of shares) {
      const now = (used.get(name) ?? 0) + change
      if (now === 0) used.delete(name)
      else used.set(name, now)
    }
  }

  const waitInQueue = (shares: readonly ResourceShareLimit[]) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        queue = queue.filter((queued) => queued !== entry)
        reject(kitRefusals.tooLong().retryIn(2))
      }, WAIT_MS)
      const entry: QueuedWork = {
        shares,
        resume: () => {
          clearTimeout(timer)
          resolve()
        },
        abort: (reason) => {
          clearTimeout(timer)
          reject(reason)
        },
      }
      queue.push(entry)
    })

  /** Starts queued work in order of arrival, before any new work. */
  const startQueued = () => {
    for (let next = firstReady(); next; next = firstReady()) {
      const { shares, resume } = next
      queue = queue.filter((queued) => queued !== next)
      count(shares, 1)
      resume()
    }
  }
  const firstReady = () => (running < maxRunning ? queue.find(({ shares }) => canRun(shares)) : undefined)

  return async (work, shares) => {
    if (canRun(shares)) count(shares, 1)
    else if (queue.length >= maxWaiting) throw kitRefusals.tooLong().retryIn(2)
    else await waitInQueue(shares)
    try {
      const result = await work()
      answeredAt = performance.now()
      return result
    } catch (error) {
      if (!isUnavailable(error)) answeredAt = performance.now()
      else if (performance.now() - answeredAt > SILENT_MS) for (const queued of queue.splice(0)) queued.abort(error)
      throw error
    } finally {
      count(shares, -1)
      startQueued()
    }
  }
}
