import { PgBoss } from 'pg-boss'
import type { Database } from './database.ts'
import { HostClient } from './database-client.ts'
import type { ServerJobContext } from './job-context.ts'
import { programOrigin, setChangeOrigin } from './origin.ts'
import { traceWork } from './tracing.ts'

export type BackgroundJob = {
  name: string
  /** The cron schedule in the business zone: '15 2 * * *'. Without a schedule the job runs only when triggered. */
  schedule?: string
  /** The number of seconds after which a run of the job counts as lost and is repeated; by default one hour. */
  seconds?: number
  /** The number of seconds without a heartbeat of a job's run after which another process takes over; by default 60. */
  heartbeat?: number
  /** Returns whether the job has never run on this database. If so, a demo runs the job at start. */
  neverRan?: (database: Pick<Database, 'pool'>) => Promise<boolean>
  run: (context: ServerJobContext) => Promise<void>
}

type Options = Omit<ServerJobContext, 'origin'> & {
  jobs: readonly BackgroundJob[]
  warn: (error: unknown, text: string) => void
}

const RETRY_MS = 5_000
const HEARTBEAT_SECONDS = 60
const SUPERVISE_SECONDS = 5
const QUEUE_CACHE_SECONDS = 2

/**
 * Runs background jobs. Across all processes, at most one run of a job is active at a time.
 * Starts without blocking the server, and retries while the database is unavailable.
 */
export function startJobs({ jobs, warn, ...context }: Options) {
  const boss = new PgBoss({
    connectionString: context.directUrl,
    // pg-boss passes its options to its pool, which opens connections of this class.
    ...{ Client: HostClient },
    application_name: 'carat jobs',
    max: 3,
    // Detects jobs of a dead process quickly, so that another process takes over.
    // The monitor interval is one second shorter than the supervise interval, because pg-boss skips a check that is too early.
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS - 1,
    // The cached state of a queue must be short-lived, because workers do not start a job that the cache shows as running.
    queueCacheIntervalSeconds: QUEUE_CACHE_SECONDS,
    schema: 'pgboss',
  })
  let stopped = false
  let running = false
  // Ignores errors of pg-boss during shutdown, when connections may be closed before pg-boss notices.
  boss.on('error', (error) => {
    if (!stopped) warn(error, 'Background work failed and will be tried again')
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

  async function startWorker({ name, schedule, seconds = 3600, heartbeat = HEARTBEAT_SECONDS, run }: BackgroundJob) {
    // The policy 'stately' allows one queued and one active run, so that a trigger during a run is not lost.
    await boss.createQueue(name, { policy: 'stately' })
    // Sets the options of the queue even if an earlier version of the program created the queue.
    await boss.updateQueue(name, {
      expireInSeconds: seconds,
      heartbeatSeconds: heartbeat,
      // Soon resumes a run whose process died, and retries repeated failures for about five minutes.
      ...{ retryLimit: 5, retryDelay: 5, retryBackoff: true },
    })
    await boss.work(name, async () => {
      const origin = programOrigin(name)
      const work = () => run({ ...context, origin, database: setChangeOrigin(context.database, origin) })
      await traceWork({ name: `job ${name}`, kind: 'consumer', attributes: { 'carat.job': name } }, () =>
        work().catch((error: unknown) => {
          warn(error, `The job ${name} failed`)
          throw error
        }),
      )
    })
    if (schedule) await boss.schedule(name, schedule, null, { tz: context.timeZone })
  }

  return {
    ready: () => started,
    running: () => running && !stopped,
    /** Runs the job soon, unless a run of the job is already queued. */
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
