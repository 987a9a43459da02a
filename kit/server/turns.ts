import { Refusal } from '#kit/contract/refusal.ts'
import { refusals } from './errors.ts'

export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

const WAIT_MS = 10_000

/**
 * At most `most` pieces of work at the same time; the others wait in line, holding nothing, and are sent away with a
 * "try again" after 10 seconds.
 */
export function turns(most: number): Turns {
  let running = 0
  const line: (() => void)[] = []

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const goOn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(goOn), 1)
        reject(new Refusal(refusals.busy.statusCode, refusals.busy.code, refusals.busy.text, { retryAfter: 2 }))
      }, WAIT_MS)
      line.push(goOn)
    })

  return async (work) => {
    // Who goes on after waiting takes over the place of the one that ended, so `running` stays as it is.
    if (running >= most) await turn()
    else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
