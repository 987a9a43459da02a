import { isAway, refusals } from './errors.ts'

/** `whose`: who asked for it, where nobody may take all places. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>, whose?: number | null) => Promise<Result>

/** What a piece of work uses besides one of all places, and how many pieces may use that at the same time. */
export type Share = readonly [name: string, most: number]

type SharedLimit = <Result>(work: () => Promise<Result>, shares: readonly Share[]) => Promise<Result>

const WAIT_MS = 10_000
/** Where the database has not answered anything for so long, those in line would wait for it in vain. */
const SILENT_MS = 1_000

type Waiting = { shares: readonly Share[]; resume: () => void; abort: (reason: unknown) => void }

/** At most `most` pieces of work at the same time, and `each` of one caller; see `limitShares`. */
export function limitConcurrency(
  most: number,
  { each = most, waiting = Number.POSITIVE_INFINITY } = {},
): ConcurrencyLimit {
  const limited = limitShares(most, { waiting })
  return (work, whose = null) => limited(work, whose === null ? [] : [[`${whose}`, each]])
}

/**
 * At most `most` pieces of work at the same time, and of each share as many as it allows; the others wait in line, holding
 * nothing, and are refused with a "try again" after 10 seconds. Work whose share is used up is passed by other work. Where
 * work fails for lack of the database and nothing else succeeded lately, those in line are refused at once. Work that
 * finds `waiting` others in line is refused at once.
 */
export function limitShares(most: number, { waiting = Number.POSITIVE_INFINITY } = {}): SharedLimit {
  let running = 0
  const used = new Map<string, number>()
  let line: Waiting[] = []
  let answeredAt = Number.NEGATIVE_INFINITY

  const mayRun = (shares: readonly Share[]) =>
    running < most && shares.every(([name, limit]) => (used.get(name) ?? 0) < limit)

  const count = (shares: readonly Share[], one: 1 | -1) => {
    running += one
    for (const [name] of shares) {
      const now = (used.get(name) ?? 0) + one
      if (now === 0) used.delete(name)
      else used.set(name, now)
    }
  }

  const waitInLine = (shares: readonly Share[]) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line = line.filter((other) => other !== place)
        reject(refusals.tooLong().retryIn(2))
      }, WAIT_MS)
      const place: Waiting = {
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
      line.push(place)
    })

  /** Free places go to the first in line who may take them, before anybody comes who did not wait. */
  const handOver = () => {
    for (let next = firstReady(); next; next = firstReady()) {
      const { shares, resume } = next
      line = line.filter((other) => other !== next)
      count(shares, 1)
      resume()
    }
  }
  const firstReady = () => (running < most ? line.find(({ shares }) => mayRun(shares)) : undefined)

  return async (work, shares) => {
    if (mayRun(shares)) count(shares, 1)
    else if (line.length >= waiting) throw refusals.tooLong().retryIn(2)
    else await waitInLine(shares)
    try {
      const result = await work()
      answeredAt = performance.now()
      return result
    } catch (error) {
      if (!isAway(error)) answeredAt = performance.now()
      else if (performance.now() - answeredAt > SILENT_MS) for (const waiting of line.splice(0)) waiting.abort(error)
      throw error
    } finally {
      count(shares, -1)
      handOver()
    }
  }
}
