import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_EVERY_MS = 100

/**
 * Closing answers the calls in flight and lets nobody wait: connections that are kept open without a call are closed
 * at once, those with a call right after it.
 */
export function closeQuickly(app: FastifyInstance): { isClosing: () => boolean; beginClosing: () => void } {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
    timer.unref()
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  return {
    isClosing: () => closing,
    beginClosing: () => {
      closing = true
    },
  }
}
