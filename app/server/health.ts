import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#kit/server/database.ts'
import { pendingMigrations } from '#kit/server/migrate.ts'

const REMEMBERED_MS = 1_000
const LIMIT_MS = 1_000
/** With less, PostgreSQL of its own or the next upload may fail soon. */
const FREE_BYTES_LEAST = 200 * 1024 * 1024

type HealthOptions = {
  database: Database
  isDraining: () => boolean
  /** Where files, secrets and the embedded database lie; unknown in tests. */
  dataDir?: string | undefined
  /** Whether background work has begun; a server that is only built, not started, has none. */
  jobsRunning?: (() => boolean) | undefined
}

type Part = 'server' | 'database' | 'migrations' | 'replica' | 'jobs' | 'disk'
/** What is wrong with each part, null where nothing is. */
type Findings = Partial<Record<Part, string | null>>

/**
 * `/healthz` says that this process runs and never asks the database: a short absence of it must not restart every
 * server. `/readyz` says whether calls can be answered now, and part by part what is wrong.
 */
export function answerHealth(app: FastifyInstance, { database, isDraining, dataDir, jobsRunning }: HealthOptions) {
  let migrated = false
  let checked: { at: number; findings: Promise<Findings> } | undefined

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

  async function checkDatabase(): Promise<Findings> {
    try {
      if (migrated) await ask('select 1')
      else {
        const pending = await pendingMigrations(ask)
        if (pending.length > 0) return { database: null, migrations: `Waiting for migrations: ${pending.join(', ')}` }
        migrated = true
      }
      return { database: null, migrations: null }
    } catch {
      return { database: 'The database does not answer' }
    }
  }

  async function checkDisk(): Promise<Findings> {
    if (dataDir === undefined) return {}
    const free = await statfs(dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    )
    if (free === undefined) return { disk: 'DATA_DIR cannot be read' }
    return { disk: free < FREE_BYTES_LEAST ? `Only ${Math.floor(free / 1024 ** 2)} MB are free in DATA_DIR` : null }
  }

  async function check(): Promise<Findings> {
    const [found, disk] = await Promise.all([checkDatabase(), checkDisk()])
    const jobs = jobsRunning && { jobs: jobsRunning() ? null : 'Background work has not begun' }
    const { replica } = database
    return { ...found, ...(replica && { replica: replica.trouble() }), ...jobs, ...disk }
  }

  const findingsNow = () => {
    if (!checked || performance.now() - checked.at > REMEMBERED_MS)
      checked = { at: performance.now(), findings: check() }
    return checked.findings
  }

  app.get('/healthz', { logLevel: 'silent' }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const findings: Findings = isDraining() ? { server: 'Shutting down' } : await findingsNow()
    const parts = Object.fromEntries(Object.entries(findings).map(([part, finding]) => [part, finding ?? 'ok']))
    reply.header('cache-control', 'no-store')
    // A full disk and a replica that is away are reported but take no server away: what can be read is still answered.
    const reason = findings.server ?? findings.database ?? findings.migrations ?? findings.jobs
    if (!reason) return reply.send({ status: 'ready', parts })
    return reply.status(503).header('retry-after', '2').send({ status: 'not ready', reason, parts })
  })
}
