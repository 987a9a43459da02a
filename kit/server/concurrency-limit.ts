import { Refusal } from '#kit/contract/refusal.ts'
import { isAway, refusals } from './errors.ts'

export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

const WAIT_MS = 10_000

type Waiting = { resume: () => void; abort: (reason: unknown) => void }

/**
 * At most `most` pieces of work at the same time; the others wait in line, holding nothing, and are sent away with a
 * "try again" after 10 seconds. Where work fails for lack of the database, those in line are told so at once: one
 * after the other, each would wait for it in vain.
 */
export function limitConcurrency(most: number): ConcurrencyLimit {
  let running = 0
  let line: Waiting[] = []

  const waitInLine = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line = line.filter((other) => other !== waiting)
        reject(new Refusal(refusals.busy.statusCode, refusals.busy.code, refusals.busy.text, { retryAfter: 2 }))
      }, WAIT_MS)
      const waiting = {
        resume: () => {
          clearTimeout(timer)
          resolve()
        },
        abort: (reason: unknown) => {
          clearTimeout(timer)
          reject(reason)
        },
      }
      line.push(waiting)
    })

  return async (work) => {
    // Who goes on after waiting takes over the place of the one that ended, so `running` stays as it is.
    if (running >= most) await waitInLine()
    else running++
    try {
      return await work()
    } catch (error) {
      if (isAway(error)) for (const waiting of line.splice(0)) waiting.abort(error)
      throw error
    } finally {
      const next = line.shift()
      if (next) next.resume()
      else running--
    }
  }
}
