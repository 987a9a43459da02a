import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_EVERY_MS = 100

/**
 * Closing answers the calls in flight and lets nobody wait: connections that are kept open without a call are closed
 * at once, those with a call right after it.
 */
export function closeQuickly(app: FastifyInstance): { isDraining: () => boolean; startDraining: () => void } {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
    timer.unref()
  })
  app.addHook('onSend', async (_, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  return {
    isDraining: () => draining,
    startDraining: () => {
      draining = true
    },
  }
}
