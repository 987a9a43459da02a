import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#kit/server/database.ts'
import { pendingMigrations } from '#kit/server/migrate.ts'

const CACHE_MS = 1_000
const LIMIT_MS = 1_000
/** With less free disk space than this, the embedded PostgreSQL or the next upload may soon fail. */
const MIN_FREE_BYTES = 200 * 1024 * 1024

type HealthOptions = {
  database: Database
  isDraining: () => boolean
  /** The data folder, whose free disk space is checked; undefined in tests. */
  dataDir?: string | undefined
  /** Returns true while background jobs run. Undefined if the server was built but not started. */
  jobsRunning?: (() => boolean) | undefined
}

type Part = 'server' | 'database' | 'migrations' | 'replica' | 'jobs' | 'disk'
/** A host of the database by its position in DATABASE_URL, because names of hosts must not be public. */
type DatabaseHost = { host: number; role: 'primary' | 'standby' | 'away'; lagSeconds?: number }
/** The problem of each part of the server; null if the part is healthy. */
type Findings = Partial<Record<Part, string | null>>

/**
 * `/healthz` reports that the process runs, without checking the database: a short outage must not restart every server.
 * `/readyz` reports whether calls can be answered, with the state of each part and of each host of the database.
 */
export function mountHealthChecks(app: FastifyInstance, { database, isDraining, dataDir, jobsRunning }: HealthOptions) {
  let migrated = false
  let checked: { at: number; findings: Promise<Findings> } | undefined

  const query = async (text: string): Promise<{ rows: unknown[] }> => {
    const answer = database.pool.query({ text, query_timeout: LIMIT_MS } as never) as Promise<{ rows: unknown[] }>
    answer.catch(() => {})
    // The timeout of the check includes the wait for a database connection.
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('too late')), LIMIT_MS)
    })
    return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
  }

  async function checkDatabase(): Promise<Findings> {
    try {
      if (migrated) await query('select 1')
      else {
        const pending = await pendingMigrations(query)
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
    return { disk: free < MIN_FREE_BYTES ? `Only ${Math.floor(free / 1024 ** 2)} MB are free in DATA_DIR` : null }
  }

  async function check(): Promise<Findings> {
    const [databaseFindings, disk] = await Promise.all([checkDatabase(), checkDisk()])
    const jobs = jobsRunning && { jobs: jobsRunning() ? null : 'Background work has not begun' }
    const { replica } = database
    return { ...databaseFindings, ...(replica && { replica: replica.problem() }), ...jobs, ...disk }
  }

  const databaseHosts = (): DatabaseHost[] | undefined =>
    database.hosts?.statuses().map(({ role, lagSeconds }, index) => ({
      host: index + 1,
      role,
      ...(lagSeconds !== undefined && { lagSeconds: Math.round(lagSeconds * 10) / 10 }),
    }))

  const findingsNow = () => {
    if (!checked || performance.now() - checked.at > CACHE_MS) checked = { at: performance.now(), findings: check() }
    return checked.findings
  }

  app.get('/healthz', { logLevel: 'silent' }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const findings: Findings = isDraining() ? { server: 'Shutting down' } : await findingsNow()
    const parts = Object.fromEntries(Object.entries(findings).map(([part, finding]) => [part, finding ?? 'ok']))
    const hosts = databaseHosts()
    const state = { parts, ...(hosts && { hosts }) }
    reply.header('cache-control', 'no-store')
    // A full disk or a missing replica is reported, but the server stays ready, because reads still work.
    const reason = findings.server ?? findings.database ?? findings.migrations ?? findings.jobs
    if (!reason) return reply.send({ status: 'ready', ...state })
    return reply
      .status(503)
      .header('retry-after', '2')
      .send({ status: 'not ready', reason, ...state })
  })
}
