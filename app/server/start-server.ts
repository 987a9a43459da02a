import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { rightsOfDemoAccounts } from '#app/demo/company.ts'
import { linkDemoAccounts } from '#areas/access/server/index.ts'
import { findWithheldReports } from '#areas/exports/server/index.ts'
import { smsStatus } from '#areas/messages/contract.ts'
import { startMailRelay } from '#areas/messages/server/index.ts'
import { announce, listenForAnnouncements } from '#kit/server/announcements.ts'
import type { Loop } from '#kit/server/area.ts'
import { recordBusinessZone } from '#kit/server/business-zone.ts'
import { systemClock } from '#kit/server/clock.ts'
import { SharedListTotals } from '#kit/server/counts.ts'
import { type Database, openDatabase } from '#kit/server/database.ts'
import { startDeferredMessages } from '#kit/server/deferred-messages.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import { startJobs } from '#kit/server/jobs.ts'
import { migrate } from '#kit/server/migrate.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { openReplica } from '#kit/server/replica.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { openFileStorage } from '#kit/server/storage/open.ts'
import { startWakeableLoop } from '#kit/server/wakeable-loop.ts'
import { backgroundJobs as allJobs, serverAreas } from './areas.ts'
import { buildApp } from './build-app.ts'
import { prepareCallLogin } from './call-login.ts'
import type { Config } from './config.ts'
import { refuseDemoAccounts } from './demo-accounts.ts'
import { createDevelopmentWebApp } from './development-web-app.ts'
import { createFirstAccounts } from './first-start.ts'
import type { CallLimits } from './limits.ts'
import { serverUrlOf } from './own-url.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { readDatabaseLoginSecret, readEarlierServerSecret, readServerSecret } from './secrets.ts'
import type { Telemetry } from './telemetry.ts'
import { WARM_CONNECTIONS, warmUpConnections } from './warm-up.ts'

/** The number of database connections for jobs, imports, exports and messages, which use the login of the owner. */
const OWNER_CONNECTIONS = 10
const FINISH_CALLS_MS = 10_000
const LAST_CALLS_MS = 300
const webFolder = resolve(import.meta.dirname, '../../dist/web')

export type RunningServer = {
  address: string
  /** Lines about the first accounts, which the server prints for the operator. */
  accounts: string[]
  /** Resolves if the embedded database ends unexpectedly. Never resolves with an external database. */
  databaseEnded: Promise<void>
  stop(): Promise<void>
}

type Warn = (error: unknown, text: string) => void
type ServeOptions = StartOptions & { telemetry: Telemetry | undefined }
type StartOptions = { dev: boolean; limits?: Partial<CallLimits>; sandbox?: Sandbox }

/** Starts the complete server: database, migrations, application, jobs and port. */
export async function startServer(
  config: Config,
  { log, ...options }: StartOptions & { log: (text: string) => void },
): Promise<RunningServer> {
  // The parts that were started stop in reverse order, even if a later part fails to start.
  const toStop: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of toStop.splice(0).reverse()) await end()
  }
  try {
    // The tracer is installed before the connections are opened, because connections without a tracer have no spans.
    const telemetry = await openTelemetry(config, log)
    if (telemetry) toStop.push(() => telemetry.stop())
    const embedded =
      config.databaseUrl === undefined
        ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: logFatal(log) })
        : undefined
    if (embedded) toStop.push(() => embedded.stop())
    const url = embedded?.url ?? config.databaseUrl!
    const directUrl = config.databaseDirectUrl ?? url
    await migrate({ url: directUrl, log })

    const callsUrl = await prepareCallLogin({
      url,
      directUrl,
      callsUrl: config.databaseAppUrl,
      secret: () => readDatabaseLoginSecret(config.dataDir),
    })
    const pooled = directUrl !== url
    const owner = openDatabase({ url, pooled, max: OWNER_CONNECTIONS })
    toStop.push(() => owner.end())
    await recordBusinessZone(owner.pool, config.businessTimeZone)
    const calls = openDatabase({ url: callsUrl, pooled, min: WARM_CONNECTIONS })
    toStop.push(() => calls.end())
    // Messages about the database's hosts go to the server's own logger as soon as it exists.
    const databaseLog = { say: log }
    const stopLoggingMoves = calls.hosts?.onMove(({ from, to }) =>
      databaseLog.say(`The database has moved from ${from} to ${to}: all connections move too`),
    )
    toStop.push(async () => stopLoggingMoves?.())
    if (config.replica) {
      const replica = await openReplica({ ...config.replica, primary: owner, log: (text) => databaseLog.say(text) })
      owner.replica = replica
      calls.replica = replica
      toStop.push(() => replica.end())
    }
    await refuseDemoAccounts(config, owner)
    const accounts = await createFirstAccounts(config, owner, directUrl, log)
    const address = await serveCalls(
      config,
      { ...options, telemetry },
      { owner, calls },
      directUrl,
      toStop,
      databaseLog,
    )
    return { address, accounts, databaseEnded: embedded?.ended ?? new Promise(() => {}), stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

async function serveCalls(
  config: Config,
  { dev, limits, sandbox, telemetry }: ServeOptions,
  { owner, calls }: Record<'owner' | 'calls', Database>,
  directUrl: string,
  toStop: (() => Promise<unknown>)[],
  databaseLog: { say: (text: string) => void },
) {
  const clock = sandbox?.clock ?? systemClock
  const timeZone = config.businessTimeZone
  const demo = await demoSignIn(config, owner)
  const demoErp = await simulatedErp(config, toStop)
  const services = {
    areas: serverAreas,
    demo: config.demo,
    publicUrl: config.publicUrl ?? null,
    webUrl: serverUrlOf(config),
    secret: readServerSecret(config.dataDir, config.serverSecret),
    earlierSecret: readEarlierServerSecret(config.dataDir, config.serverSecretBefore),
    signInProviders: [...(demo ? [demo.settings] : []), ...config.signInProviders],
    longWork: { database: owner, directUrl, dataDir: config.dataDir },
    erp: config.erp ?? demoErp?.settings ?? null,
    sms: config.sms && { ...config.sms, statusUrl: statusUrlOf(config) },
    wallets: config.wallets,
    eventHosts: config.eventHosts,
    counts: new SharedListTotals(),
    exportRowsAtOnce: config.exportRowsAtOnce,
    storage: openFileStorage({ dataDir: config.dataDir, bucket: config.bucket }),
    announce,
  }
  // The jobs start after the port is open, so that they do not delay the start.
  let jobs: ReturnType<typeof startJobs> | undefined
  const app = await buildApp({
    database: calls,
    owner,
    services,
    clock,
    timeZone,
    log: { level: config.logLevel },
    trustProxy: config.trustProxy,
    basePath: config.basePath,
    apiDocs: config.apiDocs,
    dataDir: config.dataDir,
    jobsRunning: () => jobs?.running() ?? false,
    ...(config.securityContact && {
      securityTxt: { contact: config.securityContact, policy: config.securityPolicy },
    }),
    metrics: { token: config.metricsToken, dataDir: config.dataDir, onMounted: telemetry?.sendMetrics },
    web: dev ? createDevelopmentWebApp : webFolder,
    ...(demo && { demoSso: demo }),
    ...(demoErp && { demoErp }),
    ...(limits && { limits }),
    ...(sandbox && { sandbox }),
  })
  const warn = (err: unknown, text: string) => app.log.warn({ err }, text)
  const log = (text: string) => app.log.info(text)
  databaseLog.say = (text) => app.log.warn(text)

  const tools = { database: owner, directUrl, clock, timeZone, services, dataDir: config.dataDir, log }
  const messages = startMessages(config, tools, warn)
  toStop.push(messages.stop)
  toStop.push(async () => jobs?.stop())
  const announcements = listenForAnnouncements(
    directUrl,
    ({ channel, id }) => {
      if (channel === 'session' || channel === 'user') app.forget(channel, id)
      else if (channel === 'outbox' || channel === 'wanted') messages.wake(channel)
      else if (channel === 'job') void jobs?.trigger(id)
    },
    () => {
      messages.wake('outbox')
      messages.wake('wanted')
    },
  )
  toStop.push(announcements.stop)

  toStop.push(() => closeWithin(app, FINISH_CALLS_MS))
  await warmUpConnections({ ...tools, database: calls, origin: programOrigin('warm-up') }, serverAreas)
  await app.listen({ host: config.host, port: config.port })
  for (const { threads } of serverAreas) threads?.warm()
  for (const { name, loops = [] } of serverAreas)
    for (const loop of loops) toStop.push(startLoop({ ...tools, origin: programOrigin(name) }, loop, warn).stop)
  jobs = startJobs({ ...tools, jobs: allJobs, warn })
  if (config.demo)
    void firstRuns(owner, jobs).catch((error) => warn(error, 'The first nightly jobs could not be started'))
  return addressOf(config, app.server.address() as AddressInfo)
}

/** Loads and starts the sender of traces and metrics, if a collector is configured. */
async function openTelemetry(config: Config, log: (text: string) => void) {
  if (!config.telemetry) return undefined
  const { startTelemetry } = await import('./telemetry.ts')
  return startTelemetry(config.telemetry, log)
}

/** Repeats the work of an area until the server stops. */
const startLoop = (context: ServerJobContext, { everyMs, failure, work }: Loop, warn: Warn) =>
  startWakeableLoop({
    everyMs,
    work: async (isStopped) => void (await work(context, isStopped)),
    warn: (error) => warn(error, failure),
  })

function addressOf({ host, publicUrl, basePath }: Config, { port }: AddressInfo) {
  return `${publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`}${basePath}/`
}

/** Starts the loop that processes deferred messages and the loop that sends the outbox. */
function startMessages(config: Config, tools: Omit<ServerJobContext, 'origin'>, warn: Warn) {
  const { database, clock, timeZone, services } = tools
  const outbox = startMailRelay({
    database,
    clock,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    sms: services.sms,
    storage: services.storage,
    timeZone,
    demo: config.demo,
    withheld: findWithheldReports(tools),
    warn,
  })
  const deferred = startDeferredMessages({ ...tools, origin: programOrigin('messages') }, warn)
  const loops = { outbox, wanted: deferred }
  return {
    wake: (which: keyof typeof loops) => loops[which].wake(),
    async stop() {
      await deferred.stop()
      await outbox.stop()
    },
  }
}

/** The URL at which the SMS gateway reports statuses. Null without a public URL, which the gateway needs. */
const statusUrlOf = ({ publicUrl, basePath }: Config) =>
  publicUrl ? `${publicUrl}${basePath}${API_BASE}${smsStatus.path}` : null

/** Runs the nightly jobs at once in a new demo, so that their results are visible after the start. */
async function firstRuns(database: Database, jobs: ReturnType<typeof startJobs>) {
  for (const { name, neverRan } of allJobs) if (await neverRan?.(database)) await jobs.trigger(name)
}

/** The demo's single sign-on, unless a real provider is configured. */
async function demoSignIn(config: Config, database: Database) {
  if (!config.demo || config.signInProviders.some(({ name }) => name === 'sso')) return undefined
  const { createDemoSso: demoSso } = await import('./demo-sso/mount.ts')
  const sso = demoSso({
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    accounts: Object.keys(rightsOfDemoAccounts),
  })
  await linkDemoAccounts(database, sso.settings, config.businessTimeZone)
  return sso
}

/** The demo's ERP simulator, unless a real ERP is configured. */
async function simulatedErp(config: Config, toStop: (() => Promise<unknown>)[]) {
  if (!config.demo || config.erp) return undefined
  const { startErpSimulator } = await import('./demo-erp/simulator.ts')
  const erp = await startErpSimulator()
  toStop.push(erp.stop)
  return erp
}

/** Filters PostgreSQL's log, because the text of a failed statement contains personal data. */
const logFatal = (log: (text: string) => void) => (text: string) => {
  // Keeps our own lines, which start with these words, and PostgreSQL's FATAL and PANIC lines.
  if (/^(The embedded PostgreSQL|Waiting for|Stopping)|\b(FATAL|PANIC):/.test(text)) log(text)
}

/** Closes the server after running calls have ended. Connections that are open after `ms` milliseconds are cut. */
async function closeWithin(app: Awaited<ReturnType<typeof buildApp>>, ms: number) {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms)
  // The server answers calls for another moment, because load balancers send requests until they notice the stop.
  app.startDraining()
  await new Promise((resolve) => setTimeout(resolve, LAST_CALLS_MS))
  await app.close()
  clearTimeout(timer)
}
