import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Refusal } from '#kit/contract/refusal.ts'
import { openClient } from '#kit/server/database.ts'
import { refusalOf } from '#kit/server/errors.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { refusals } from '../contract.ts'
import { requestColumns } from './exports.ts'
import { finish, type Queued, runExport } from './run-export.ts'

export const EXPORTS = 'exports'

const HOUR = 3600
/** Files that are made in the background at the same time; as many again are made while somebody waits. */
const LANES = 2
/** So often is an export begun again after its server died; then somebody has to look. */
const ATTEMPTS = 3
const LOOK_AGAIN_MS = 500

/** Makes what is in line. Asked for by each export, and each minute in case that nobody was heard. */
export const exportJob: Job = {
  name: EXPORTS,
  schedule: '* * * * *',
  seconds: 6 * HOUR,
  heartbeat: 60,
  run: runWaiting,
}

export async function runWaiting(context: ServerJobContext): Promise<void> {
  await takeOver(context)
  let busy = 0
  const lane = async () => {
    const client = await openClient(context.directUrl, 'carat exports')
    try {
      for (;;) {
        const next = await claim(client, context.clock())
        if (next) {
          busy++
          await makeOne(context, next).finally(() => busy--)
          await client.query('select pg_advisory_unlock_all()')
        } else if (busy === 0) return
        // Another lane has a long one: what comes in meanwhile need not wait for its end.
        else await pause(LOOK_AGAIN_MS)
      }
    } finally {
      await client.end()
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

const lockOf = (id: string) => `hashtextextended('export ' || ${id}, 0)`

/** Takes the oldest in line. The lock lives as long as this connection, and so tells others that somebody is at it. */
async function claim(client: pg.Client, now: Date): Promise<Queued | undefined> {
  await client.query('begin')
  const { rows } = await client.query<Queued>(
    `select export_id, created_by_id, ${requestColumns} from export_job where status = 'Queued' order by created_at limit 1 for update skip locked`,
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

async function makeOne(context: ServerJobContext, next: Queued) {
  context.log(`Export ${next.export_id} begins`)
  // What went wrong stands in the export's own record, where the person who waits reads it; the next in line is not to suffer.
  await runExport(context, next).catch(async (error: unknown) => {
    context.log(`Export ${next.export_id} failed: ${(error as Error).message}`)
    const refused = error instanceof Refusal ? error : (refusalOf(error) ?? refusals.stopped())
    await finish(context, next.export_id, 'Failed', refused)
  })
}

/** What is said to run while nobody holds its lock died with its process: it is begun again, from the first row. */
async function takeOver({ directUrl, clock }: ServerJobContext) {
  const client = await openClient(directUrl, 'carat exports')
  try {
    const { code, text } = refusals.stopped
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
