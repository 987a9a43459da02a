import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './server.ts'

const TRIES = 3
const BETWEEN_TRIES_MS = 500
/** A server that ran for so long was well: its next end has all tries again. */
const STEADY_MS = 60_000

/** Starts a server that ended by itself again, in place, until that has failed three times or `stop` was called. */
export function keepRunning(first: Server, log: (text: string) => void, launchAgain: () => Promise<Server>) {
  let server = first
  let stopping = false

  async function restarted(tries: number): Promise<boolean> {
    log(`The embedded PostgreSQL has ended. Starting it again, try ${tries} of ${TRIES}`)
    try {
      server = await launchAgain()
      return true
    } catch (error) {
      log(`The embedded PostgreSQL could not be started again: ${(error as Error).message}`)
      return false
    }
  }

  async function watch() {
    let tries = 0
    for (;;) {
      const since = performance.now()
      await server.ended
      if (performance.now() - since > STEADY_MS) tries = 0
      let runs = false
      while (!runs && !stopping && tries < TRIES) {
        if (tries > 0) await sleep(BETWEEN_TRIES_MS)
        runs = await restarted(++tries)
      }
      if (!runs) return
      if (stopping) await server.stop()
    }
  }

  const ended = watch()
  return {
    server: () => server,
    ended,
    async stop() {
      stopping = true
      await server.stop()
      await ended
    },
  }
}
