import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// The time for the headers is added to this time, so that a slow connection is closed within 15 s.
const BODY_MS = 14_000

/**
 * Closes connections that send their body too slowly, to protect against connection exhaustion.
 * Routes for uploads set a longer timeout in `config.bodyMs`.
 */
export function installBodyTimeout(app: FastifyInstance, defaultMs = BODY_MS) {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    const cut = () => {
      // Requests from within the process, such as those of the demo's single sign-on, have no socket.
      if (!raw.complete && raw.socket instanceof Socket) raw.socket.destroy()
    }
    const timer = setTimeout(cut, request.routeOptions.config.bodyMs ?? defaultMs).unref()
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit for receiving the body of a request. */
    bodyMs?: number
  }
}
