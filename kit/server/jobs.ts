import { PgBoss } from 'pg-boss'
import type { Database } from './database.ts'
import type { ServerJobContext } from './job-context.ts'
import { programOrigin, withOrigin } from './origin.ts'

export type Job = {
  name: string
  /** Cron in the business zone: '15 2 * * *'. Without it the job runs only when triggered. */
  schedule?: string
  /** Seconds after which a run counts as lost and is repeated; an hour by default. */
  seconds?: number
  /** Seconds without a heartbeat after which another process takes over; a minute by default. */
  heartbeat?: number
  /** True if the job never ran on this database. A demo then runs it at start. */
  neverRan?: (database: Pick<Database, 'pool'>) => Promise<boolean>
  run: (context: ServerJobContext) => Promise<void>
}

type Options = Omit<ServerJobContext, 'origin'> & { jobs: readonly Job[]; warn: (error: unknown, text: string) => void }

const RETRY_MS = 5_000
const HEARTBEAT_SECONDS = 60
const SUPERVISE_SECONDS = 5
const QUEUE_CACHE_SECONDS = 2

/**
 * Runs background jobs, at most one run of each job at a time across all processes. Starts without blocking the server
 * and retries while the database is unavailable.
 */
export function startJobs({ jobs, warn, ...context }: Options) {
  const boss = new PgBoss({
    connectionString: context.directUrl,
    application_name: 'carat jobs',
    max: 3,
    // Jobs of a dead process are detected quickly and taken over. A check just before the end of the interval would be
    // skipped, hence one second less for the monitor.
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS - 1,
    // Workers do not start a job that the cached state shows as running, so the cache must be short-lived.
    queueCacheIntervalSeconds: QUEUE_CACHE_SECONDS,
    schema: 'pgboss',
  })
  let stopped = false
  let running = false
  // During shutdown, connections may be closed before pg-boss notices.
  boss.on('error', (error) => {
    if (!stopped) warn(error, 'Background work stumbled')
  })
  let timer: NodeJS.Timeout | undefined
  let started: Promise<boolean> = start()

  async function start(): Promise<boolean> {
    try {
      await boss.start()
      for (const job of jobs) await startWorker(job)
      running = true
      return true
    } catch (error) {
      if (stopped) return false
      warn(error, 'Background work could not start yet')
      timer = setTimeout(() => {
        started = start()
      }, RETRY_MS)
      return false
    }
  }

  async function startWorker({ name, schedule, seconds = 3600, heartbeat = HEARTBEAT_SECONDS, run }: Job) {
    // 'stately': at most one run is queued and one active. Two triggers are one, but a trigger during a run is not lost.
    await boss.createQueue(name, { policy: 'stately' })
    // Also updates queues that an older version created.
    await boss.updateQueue(name, {
      expireInSeconds: seconds,
      heartbeatSeconds: heartbeat,
      // Runs of a dead process resume soon; repeated failures back off for about five minutes.
      ...{ retryLimit: 5, retryDelay: 5, retryBackoff: true },
    })
    await boss.work(name, async () => {
      const origin = programOrigin(name)
      await run({ ...context, origin, database: withOrigin(context.database, origin) }).catch((error: unknown) => {
        warn(error, `The job ${name} failed`)
        throw error
      })
    })
    if (schedule) await boss.schedule(name, schedule, null, { tz: context.timeZone })
  }

  return {
    ready: () => started,
    running: () => running && !stopped,
    /** Runs the job soon, unless a run is queued already. */
    async trigger(name: string) {
      if (!jobs.some((job) => job.name === name)) return
      if (await started)
        await boss.send(name).catch((error: unknown) => warn(error, `The job ${name} could not be triggered`))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (await started) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
