import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Refusal } from '#kit/contract/refusal.ts'
import { openClient } from '#kit/server/database.ts'
import { toRefusal } from '#kit/server/errors.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { exportRefusals } from '../contract.ts'
import { exportRequestColumns } from './exports.ts'
import { markExportFailed, type QueuedExport, runExport } from './run-export.ts'

export const EXPORT_JOB_NAME = 'exports'

const HOUR = 3600
/** The number of background exports that run at the same time. As many synchronous exports can run beside them. */
const WORKERS = 2
/** The maximum number of starts of one export. An export starts again after its server died. */
const ATTEMPTS = 3
const POLL_MS = 500

/** The job that runs queued exports. A request starts the job at once; the schedule covers lost notifications. */
export const exportJob: BackgroundJob = {
  name: EXPORT_JOB_NAME,
  schedule: '* * * * *',
  seconds: 6 * HOUR,
  heartbeat: 60,
  run: runQueuedExports,
}

export async function runQueuedExports(context: ServerJobContext): Promise<void> {
  await requeueInterrupted(context)
  let busy = 0
  const worker = async () => {
    const client = await openClient(context.directUrl, 'carat exports')
    try {
      for (;;) {
        const next = await claim(client, context.clock())
        if (next) {
          busy++
          await runOne(context, next).finally(() => busy--)
          await client.query('select pg_advisory_unlock_all()')
        } else if (busy === 0) return
        // This worker looks for newly queued exports while the other worker runs a long export.
        else await pause(POLL_MS)
      }
    } finally {
      await client.end()
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: WORKERS }, worker))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

const lockOf = (id: string) => `hashtextextended('export ' || ${id}, 0)`

/**
 * Claims the oldest queued export.
 * The advisory lock lasts as long as the connection of the job, and marks the export as in progress.
 */
async function claim(client: pg.Client, now: Date): Promise<QueuedExport | undefined> {
  await client.query('begin')
  const { rows } = await client.query<QueuedExport>(
    `select export_id, created_by_id, ${exportRequestColumns} from export_job where status = 'Queued' order by created_at limit 1 for update skip locked`,
  )
  const [next] = rows
  if (next) {
    await client.query(`select pg_advisory_lock(${lockOf('$1::text')})`, [next.export_id])
    await client.query(
      `update export_job set status = 'Running', started_at = $2, rows_done = 0, attempts = attempts + 1 where export_id = $1`,
      [next.export_id, now],
    )
  }
  await client.query('commit')
  return next
}

async function runOne(context: ServerJobContext, next: QueuedExport) {
  context.log(`Export ${next.export_id} begins`)
  // A failed export stores its error for the user, and the next queued export still runs.
  await runExport(context, next).catch(async (error: unknown) => {
    context.log(`Export ${next.export_id} failed: ${(error as Error).message}`)
    const refused = error instanceof Refusal ? error : (toRefusal(error) ?? exportRefusals.stopped())
    await markExportFailed(context, next.export_id, 'Failed', refused)
  })
}

/**
 * Queues exports with the status Running again if their lock is free, because their process died.
 * A requeued export restarts from the first row.
 */
async function requeueInterrupted({ directUrl, clock }: ServerJobContext) {
  const client = await openClient(directUrl, 'carat exports')
  try {
    const { code, text } = exportRefusals.stopped
    await client.query(
      `with running as materialized (select export_id from export_job where status = 'Running'),
         dead as materialized (select export_id from running where pg_try_advisory_lock(${lockOf('export_id')}))
       update export_job set status = case when attempts < ${ATTEMPTS} then 'Queued' else 'Failed' end,
         ended_at = case when attempts < ${ATTEMPTS} then null else $1::timestamptz end,
         message = case when attempts < ${ATTEMPTS} then null else $2 end, message_code = case when attempts < ${ATTEMPTS} then null else $3 end
       from dead where export_job.export_id = dead.export_id and status = 'Running'`,
      [clock(), text, code],
    )
  } finally {
    await client.end()
  }
}
