import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './server.ts'

const TRIES = 3
const BETWEEN_TRIES_MS = 500
/** After running for this long the server counts as stable, and the next failure gets all attempts again. */
const STEADY_MS = 60_000

/** Restarts a server that ended unexpectedly, until three attempts have failed or `stop` is called. */
export function superviseServer(first: Server, log: (text: string) => void, launchAgain: () => Promise<Server>) {
  let server = first
  let stopping = false

  async function tryRestart(tries: number): Promise<boolean> {
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
      let restarted = false
      while (!restarted && !stopping && tries < TRIES) {
        if (tries > 0) await sleep(BETWEEN_TRIES_MS)
        restarted = await tryRestart(++tries)
      }
      if (!restarted) return
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
