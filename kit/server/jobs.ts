import { PgBoss } from 'pg-boss'
import type { Database } from './database.ts'
import type { ServerJobContext } from './job-context.ts'
import { programNamed, signed } from './signed.ts'

export type Job = {
  name: string
  /** Cron in the business zone: '15 2 * * *'. Without it the job runs when it is asked for. */
  schedule?: string
  /** Seconds after which a run counts as lost and is repeated; an hour unless said otherwise. */
  seconds?: number
  /** Seconds without a sign of life after which its process counts as dead and another takes over; a minute unless said otherwise. */
  heartbeat?: number
  /** Whether it never ran on this database: a demo is asked this when it starts. */
  neverRan?: (database: Pick<Database, 'pool'>) => Promise<boolean>
  run: (context: ServerJobContext) => Promise<void>
}

type Options = Omit<ServerJobContext, 'origin'> & { jobs: readonly Job[]; warn: (error: unknown, text: string) => void }

const RETRY_MS = 5_000
const HEARTBEAT_SECONDS = 60
const LOOK_SECONDS = 5
const RECALL_SECONDS = 2

/**
 * Runs background work. One run of a job at a time, in whichever process takes it. Starts in the background, so that
 * the server need not wait, and tries again while the database is away.
 */
export function startJobs({ jobs, warn, ...context }: Options) {
  const boss = new PgBoss({
    connectionString: context.directUrl,
    application_name: 'carat jobs',
    max: 3,
    // What a process did that died is soon seen to be left, and another takes it over. A look that comes a moment before the
    // interval is over would be left out, hence the second less.
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS - 1,
    // A job that the last look saw running is not begun, as it may run still: for so long a worker goes by an older look.
    queueCacheIntervalSeconds: RECALL_SECONDS,
    schema: 'pgboss',
  })
  let stopped = false
  let running = false
  // Once everything ends, its connections may be cut before it noticed.
  boss.on('error', (error) => {
    if (!stopped) warn(error, 'Background work stumbled')
  })
  let timer: NodeJS.Timeout | undefined
  let started: Promise<boolean> = start()

  async function start(): Promise<boolean> {
    try {
      await boss.start()
      for (const job of jobs) await begin(job)
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

  async function begin({ name, schedule, seconds = 3600, heartbeat = HEARTBEAT_SECONDS, run }: Job) {
    // 'stately': one waits and one runs at most. Asking twice is asking once, but what is asked during a run is not lost.
    await boss.createQueue(name, { policy: 'stately' })
    // Also of a queue that an older version made.
    await boss.updateQueue(name, {
      expireInSeconds: seconds,
      heartbeatSeconds: heartbeat,
      // What a process left that died is gone on with soon; what fails again and again gets five minutes for its cause to pass.
      ...{ retryLimit: 5, retryDelay: 5, retryBackoff: true },
    })
    await boss.work(name, async () => {
      const origin = programNamed(name)
      await run({ ...context, origin, database: signed(context.database, origin) }).catch((error: unknown) => {
        warn(error, `The job ${name} failed`)
        throw error
      })
    })
    if (schedule) await boss.schedule(name, schedule, null, { tz: context.timeZone })
  }

  return {
    ready: () => started,
    running: () => running && !stopped,
    /** Runs the job soon, unless it waits or runs already: what it does is look for work. */
    async ask(name: string) {
      if (!jobs.some((job) => job.name === name)) return
      if (await started)
        await boss.send(name).catch((error: unknown) => warn(error, `The job ${name} could not be asked for`))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (await started) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
