import { sql } from 'kysely'
import { accessRefusals } from '#areas/access/contract.ts'
import { ctxInJob, exportCallOrigin, findExportableList, findExportOwner } from '#areas/exports/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { toRefusal } from '#kit/server/errors.ts'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { createTextLogWriter } from '#kit/server/text-log.ts'
import { addRowsToCampaign, targetRowsRefusals as refusals } from '../contract.ts'
import {
  ADD_ROWS_JOB_NAME,
  assertListNamesCustomers,
  completeTargetRowsAddition,
  readCustomersOfRows,
  type TargetRowsRequest,
} from './list-rows.ts'

const HOUR = 3600
/** The maximum number of starts of one addition to a target list. An addition starts again after its process died. */
const ATTEMPTS = 3
const REPORT_MS = 500

/** Processes the queued additions to target lists. A request starts the job at once; the schedule covers lost notifications. */
export const addWaitingTargetRowsJob: BackgroundJob = {
  name: ADD_ROWS_JOB_NAME,
  schedule: '* * * * *',
  seconds: HOUR,
  heartbeat: 60,
  run: processQueue,
}

/** Thrown if the user has cancelled the addition to the target list. */
class Cancelled extends Error {}

type QueuedAddition = TargetRowsRequest & { AdditionId: number; CreatedById: number; Attempts: number }

async function processQueue(context: ServerJobContext) {
  for (;;) {
    const next = context.signal?.aborted ? undefined : await claimNext(context)
    if (!next) return
    // A failed addition stores its error for the requester, and the next addition still runs.
    await addOne(context, next).catch((error: unknown) => fail(context, next, error))
  }
}

/**
 * Claims the oldest addition that is Queued or Running.
 * Only one run of the job is active, so a Running addition belongs to a dead process and restarts from its first row.
 */
const claimNext = (context: ServerJobContext) =>
  inJobTransaction(context, {}, async (db) => {
    const { rows } = await sql<QueuedAddition>`
      update target_addition set status = 'Running', attempts = attempts + 1, rows_done = 0
      where addition_id = (select addition_id from target_addition where status in ('Queued', 'Running') order by addition_id limit 1 for update skip locked)
      returning addition_id, created_by_id, attempts, campaign_code, path, title, input, key_field, keys, exclude_yn`.execute(
      db,
    )
    return rows[0]
  })

async function addOne(context: ServerJobContext, addition: QueuedAddition) {
  const { AdditionId, CreatedById, Attempts } = addition
  if (Attempts > ATTEMPTS) throw refusals.stopped()
  // The requester needs the permissions at the time of the run, not only at that of the request.
  const actor = await findExportOwner(context, CreatedById)
  if (!actor || !mayCall(addRowsToCampaign.access, actor)) throw accessRefusals.forbidden()
  const ctx = ctxInJob(context, actor, `${ADD_ROWS_JOB_NAME}-${AdditionId}`)
  await inJobTransaction(context, { readOnly: true }, (db) =>
    assertListNamesCustomers({ ...ctx, db }, findExportableList(context.services, addition.Path), addition),
  )
  const people = await readCustomersOfRows(ctx, addition, 'job', progressOf(context, AdditionId))
  const origin = exportCallOrigin(ctx)
  await inJobTransaction({ ...context, origin }, {}, async (db, atEnd) => {
    const now = context.clock()
    const completed = await completeTargetRowsAddition(
      { ...ctx, db, now, audit: createTextLogWriter(atEnd, now, origin) },
      AdditionId,
      addition,
      people,
    )
    if (!completed) throw new Cancelled()
  })
}

function progressOf({ database }: ServerJobContext, AdditionId: number) {
  let lastReport = 0
  return async (rows: number) => {
    if (performance.now() - lastReport < REPORT_MS) return
    lastReport = performance.now()
    const { rowCount } = await database.pool.query(
      `update target_addition set rows_done = $2 where addition_id = $1 and status = 'Running'`,
      [AdditionId, rows],
    )
    if (rowCount === 0) throw new Cancelled()
  }
}

async function fail(context: ServerJobContext, { AdditionId }: QueuedAddition, error: unknown) {
  if (error instanceof Cancelled) return
  context.log(`Rows could not be added to a campaign (${AdditionId}): ${(error as Error).message}`)
  const { code, message } = error instanceof Refusal ? error : (toRefusal(error) ?? refusals.stopped())
  await inJobTransaction(context, {}, (db) =>
    sql`update target_addition set status = 'Failed', message = ${message}, message_code = ${code}, input = '{}', keys = null, ended_at = ${context.clock()}
      where addition_id = ${AdditionId} and status = 'Running'`.execute(db),
  )
}
