import type { FastifyInstance } from 'fastify'

const CLOSE_IDLE_EVERY_MS = 100

/** On shutdown, finishes calls in flight. Closes idle connections at once and busy connections after their reply. */
export function installDraining(app: FastifyInstance): { isDraining: () => boolean; startDraining: () => void } {
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
