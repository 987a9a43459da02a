import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#kit/server/database.ts'
import { kitRefusals } from '#kit/server/errors.ts'
import { registerCertificateGauges } from './certificate-gauges.ts'
import { registerDatabaseGauges } from './database-gauges.ts'
import { releaseInfo } from './release.ts'
import { sendRefusal } from './replies.ts'

export type MetricsOptions = {
  database: Database
  /** The database connections of the owner, who may read the tables of the job queue. */
  owner: Database
  dataDir: string
  /** The token with which metrics collectors on other machines may read the metrics. */
  token: string | undefined
  basePath: string
  /** The application's own public URL, whose certificate is observed. */
  publicUrl: string | null
  /** Receives the metrics when they are mounted, to send them to a collector too. */
  onMounted?: ((source: MetricsSource) => void) | undefined
}

/** The metrics of this process, and a function that refreshes the metrics of the database. */
export type MetricsSource = { registry: Registry; refresh: () => Promise<void> }

// 0.3 s and 1 s are the limits of the objectives for look-ups and sales (docs/operations.md).
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 15]

/**
 * Serves `GET /metrics` for Prometheus.
 * The values of labels come from our code only: route patterns, error codes and job names.
 * Labels with values from requests could flood the metrics collector and contain personal data.
 */
export function mountMetrics(app: FastifyInstance, options: MetricsOptions) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countCalls(app, registry, options.basePath)
  describeProcess(registry, options)
  registerCertificateGauges(registry, options.owner, options.publicUrl)
  const askDatabase = registerDatabaseGauges(registry, options.owner)

  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, options.token)) return sendRefusal(kitRefusals.noSuchCall(), request, reply)
    await askDatabase()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
  options.onMounted?.({ registry, refresh: askDatabase })
}

/** True if the request may read the metrics: a direct request from this machine, or one with the token. Others get 404. */
function mayRead(request: FastifyRequest, token: string | undefined) {
  const { authorization = '', 'x-forwarded-for': forwarded, forwarded: standard, via } = request.headers
  if (token !== undefined) {
    const [received, expected] = [Buffer.from(authorization), Buffer.from(`Bearer ${token}`)]
    if (received.length === expected.length && timingSafeEqual(received, expected)) return true
  }
  const address = request.socket.remoteAddress ?? ''
  const isHere = /^(::ffff:)?127\.|^::1$/.test(address)
  return isHere && forwarded === undefined && standard === undefined && via === undefined
}

function countCalls(app: FastifyInstance, registry: Registry, basePath: string) {
  const durations = new Histogram({
    name: 'carat_http_request_duration_seconds',
    help: 'Time until a request was answered',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'carat_http_requests_in_flight',
    help: 'Requests that are being answered',
    registers: [registry],
  })
  const refusalCounter = new Counter({
    name: 'carat_refusals_total',
    help: 'Requests that were refused, by the code of the refusal',
    labelNames: ['code'],
    registers: [registry],
  })
  const routeName = routeNames(basePath)
  app.addHook('onRequest', async () => inFlight.inc())
  // This hook also runs if the caller has disconnected before the reply.
  app.addHook('onResponse', async (request, reply) => {
    inFlight.dec()
    const routePattern = request.is404 ? undefined : request.routeOptions.url
    durations.observe(
      { method: routePattern ? request.method : 'any', route: routeName(routePattern), status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    if (request.refusedWith) refusalCounter.inc({ code: request.refusedWith })
  })
}

/** Groups all files of the web app under one label, because the names of the files change with every release. */
function routeNames(basePath: string) {
  const api = `${basePath}/api/`
  return (route: string | undefined) => {
    if (route === undefined) return 'page or unknown'
    return route.startsWith(api) || ['/healthz', '/readyz', '/metrics'].includes(route) ? route : 'file'
  }
}

function describeProcess(registry: Registry, { database, dataDir }: MetricsOptions) {
  const { pool, timeouts } = database
  const registers = [registry]
  new Gauge({
    name: 'carat_build_info',
    help: 'Which release runs here; the value is always 1',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: releaseInfo.version, node: process.version }, 1)
  new Gauge({
    name: 'carat_database_pool_connections',
    help: 'Connections of this process to the database',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in use' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'carat_database_pool_waiting',
    help: 'Calls that wait for a connection',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
  describeReplica(registry, database)
  describeHosts(registry, database)
  let reported = 0
  new Counter({
    name: 'carat_database_pool_timeouts_total',
    help: 'Calls for which no connection was free in time',
    registers,
    collect() {
      const now = timeouts?.() ?? 0
      this.inc(now - reported)
      reported = now
    },
  })
  new Gauge({
    name: 'carat_data_dir_free_bytes',
    help: 'Free space where DATA_DIR lies',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(dataDir)
      this.set(bavail * bsize)
    },
  })
}

/** Registers the metrics of the replica. Their label makes them absent instead of 0 if no replica exists. */
function describeReplica(registry: Registry, database: Database) {
  const registers = [registry]
  const labelNames = ['replica']
  new Gauge({
    name: 'carat_replica_ready',
    help: '1 while lists and reports are read from the replica, 0 while the primary answers in its place',
    labelNames,
    registers,
    collect() {
      if (database.replica) this.set(database.replica.state() === 'ready' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'carat_replica_age_seconds',
    help: 'Age of the data on the replica, if known',
    labelNames,
    registers,
    collect() {
      const ms = database.replica?.ageMs()
      if (ms !== undefined) this.set(ms / 1000)
    },
  })
  const reported = { replica: 0, primary: 0 }
  new Counter({
    name: 'carat_late_reads_total',
    help: 'Lists and reports that the replica might answer, by which database did',
    labelNames: ['from'],
    registers,
    collect() {
      const reads = database.replica?.reads
      if (!reads) return
      for (const from of ['replica', 'primary'] as const) {
        this.inc({ from }, reads[from] - reported[from])
        reported[from] = reads[from]
      }
    },
  })
}

/** Registers the metrics of the hosts of the database, which have no values if DATABASE_URL names one host. */
function describeHosts(registry: Registry, { hosts }: Database) {
  const registers = [registry]
  const roles = ['primary', 'standby', 'away'] as const
  new Gauge({
    name: 'carat_database_host_role',
    help: '1 for the role that a host of the database has: primary, standby, or away if it does not answer',
    labelNames: ['host', 'role'],
    registers,
    collect() {
      for (const { host, role: actual } of hosts?.statuses() ?? [])
        for (const role of roles) this.set({ host, role }, role === actual ? 1 : 0)
    },
  })
  new Gauge({
    name: 'carat_database_standby_lag_seconds',
    help: 'By how much a standby is behind the primary',
    labelNames: ['host'],
    registers,
    collect() {
      this.reset()
      for (const { host, lagSeconds } of hosts?.statuses() ?? [])
        if (lagSeconds !== undefined) this.set({ host }, lagSeconds)
    },
  })
  let reported = 0
  new Counter({
    name: 'carat_database_moves_total',
    help: 'How often the connections moved to another host of the database',
    registers,
    collect() {
      const moves = hosts?.moves ?? 0
      this.inc(moves - reported)
      reported = moves
    },
  })
}
