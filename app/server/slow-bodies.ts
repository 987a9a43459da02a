import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// With what comes before the clock runs, a connection is gone within 15 s.
const BODY_MS = 14_000

/**
 * Cuts off anyone who sends a body slowly, so that open connections are not used up. Files take longer than a call's
 * JSON: their addresses say so in `config.bodyMs`.
 */
export function cutSlowBodies(app: FastifyInstance, usual = BODY_MS) {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    const cut = () => {
      // What the program asks itself (the demo's single sign-on) has no connection that could be cut.
      if (!raw.complete && raw.socket instanceof Socket) raw.socket.destroy()
    }
    const timer = setTimeout(cut, request.routeOptions.config.bodyMs ?? usual).unref()
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request to this address may take to arrive. */
    bodyMs?: number
  }
}
