import { isAway, refusals } from './errors.ts'

/** `whose`: who asked for it, where nobody may take all places. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>, whose?: number | null) => Promise<Result>

const WAIT_MS = 10_000

type Waiting = { whose: number | null; resume: () => void; abort: (reason: unknown) => void }

/**
 * At most `most` pieces of work at the same time, and `each` of one caller; the others wait in line, holding nothing, and
 * are sent away with a "try again" after 10 seconds. Who waits only for their own work is passed by the others. Where
 * work fails for lack of the database, those in line are refused at once: one after the other, each would wait for it in vain.
 * Work that finds `waiting` others in line is refused at once.
 */
export function limitConcurrency(
  most: number,
  { each = most, waiting = Number.POSITIVE_INFINITY } = {},
): ConcurrencyLimit {
  let running = 0
  const runningOf = new Map<number, number>()
  let line: Waiting[] = []

  const mayRun = (whose: number | null) => running < most && (whose === null || (runningOf.get(whose) ?? 0) < each)

  const count = (whose: number | null, one: 1 | -1) => {
    running += one
    if (whose === null) return
    const theirs = (runningOf.get(whose) ?? 0) + one
    if (theirs === 0) runningOf.delete(whose)
    else runningOf.set(whose, theirs)
  }

  const waitInLine = (whose: number | null) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line = line.filter((other) => other !== place)
        reject(refusals.tooLong().retryIn(2))
      }, WAIT_MS)
      const place: Waiting = {
        whose,
        resume: () => {
          clearTimeout(timer)
          resolve()
        },
        abort: (reason) => {
          clearTimeout(timer)
          reject(reason)
        },
      }
      line.push(place)
    })

  /** The place that became free goes to the first in line who may take it, before anybody comes who did not wait. */
  const handOver = () => {
    const next = line.find(({ whose }) => mayRun(whose))
    if (!next) return
    line = line.filter((other) => other !== next)
    count(next.whose, 1)
    next.resume()
  }

  return async (work, whose = null) => {
    if (mayRun(whose)) count(whose, 1)
    else if (line.length >= waiting) throw refusals.tooLong().retryIn(2)
    else await waitInLine(whose)
    try {
      return await work()
    } catch (error) {
      if (isAway(error)) for (const waiting of line.splice(0)) waiting.abort(error)
      throw error
    } finally {
      count(whose, -1)
      handOver()
    }
  }
}
