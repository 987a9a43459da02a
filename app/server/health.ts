import type { FastifyInstance } from 'fastify'
import type { Database } from '#kit/server/database.ts'
import { pendingMigrations } from '#kit/server/migrate.ts'

const REMEMBERED_MS = 1_000
const LIMIT_MS = 1_000

/**
 * `/healthz` says that this process runs and never asks the database: a short absence of it must not restart every
 * server. `/readyz` says whether calls can be answered now.
 */
export function answerHealth(app: FastifyInstance, database: Database, isClosing: () => boolean) {
  let migrated = false
  let checked: { at: number; reason: Promise<string | null> } | undefined

  const ask = async (text: string): Promise<{ rows: unknown[] }> => {
    const answer = database.pool.query({ text, query_timeout: LIMIT_MS } as never) as Promise<{ rows: unknown[] }>
    answer.catch(() => {})
    // The limit counts from here, also while a connection is waited for.
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('too late')), LIMIT_MS)
    })
    return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
  }

  async function check() {
    try {
      if (migrated) await ask('select 1')
      else {
        const pending = await pendingMigrations(ask)
        if (pending.length > 0) return `Waiting for migrations: ${pending.join(', ')}`
        migrated = true
      }
      return null
    } catch {
      return 'The database does not answer'
    }
  }

  const reasonNotReady = () => {
    if (!checked || performance.now() - checked.at > REMEMBERED_MS) checked = { at: performance.now(), reason: check() }
    return checked.reason
  }

  app.get('/healthz', { logLevel: 'silent' }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const reason = isClosing() ? 'Shutting down' : await reasonNotReady()
    reply.header('cache-control', 'no-store')
    if (reason === null) return reply.send({ status: 'ready' })
    return reply.status(503).header('retry-after', '2').send({ status: 'not ready', reason })
  })
}
