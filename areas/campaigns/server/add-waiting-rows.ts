import { sql } from 'kysely'
import { refusals as accessRefusals } from '#areas/access/contract.ts'
import { ctxInJob, listAt, originOf, ownerOf } from '#areas/exports/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { refusalOf } from '#kit/server/errors.ts'
import { inJob, type ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { auditTo } from '#kit/server/text-log.ts'
import { addRows, rowsRefusals as refusals } from '../contract.ts'
import { addNow, customersIn, LIST_ROWS, refuseUnfit, type Sent } from './list-rows.ts'

const HOUR = 3600
/** So often is one begun again after its server died; then somebody has to look. */
const ATTEMPTS = 3
const REPORT_MS = 500

/** Adds what is in line. Asked for by each, and each minute in case that nobody was heard. */
export const listRows: Job = { name: LIST_ROWS, schedule: '* * * * *', seconds: HOUR, heartbeat: 60, run: addWaiting }

/** Thrown where nobody wants them there any more. */
class Cancelled extends Error {}

type Waiting = Sent & { AdditionId: number; CreatedById: number; Attempts: number }

async function addWaiting(context: ServerJobContext) {
  for (;;) {
    const next = context.signal?.aborted ? undefined : await claim(context)
    if (!next) return
    // What went wrong stands in its own record, where the person who waits reads it; the next in line is not to suffer.
    await addOne(context, next).catch((error: unknown) => fail(context, next, error))
  }
}

/** The oldest in line. One run at a time takes them, so what is said to run died with its process and is begun again, from the first row. */
const claim = (context: ServerJobContext) =>
  inJob(context, {}, async (db) => {
    const { rows } = await sql<Waiting>`
      update target_addition set status = 'Running', attempts = attempts + 1, rows_done = 0
      where addition_id = (select addition_id from target_addition where status in ('Queued', 'Running') order by addition_id limit 1 for update skip locked)
      returning addition_id, created_by_id, attempts, campaign_code, path, title, input, key_field, keys, exclude_yn`.execute(
      db,
    )
    return rows[0]
  })

async function addOne(context: ServerJobContext, waiting: Waiting) {
  const { AdditionId, CreatedById, Attempts } = waiting
  if (Attempts > ATTEMPTS) throw refusals.stopped()
  // What they may do is what they may do now, not when they asked.
  const actor = await ownerOf(context, CreatedById)
  if (!actor || !mayCall(addRows.access, actor)) throw accessRefusals.forbidden()
  const ctx = ctxInJob(context, actor, `${LIST_ROWS}-${AdditionId}`)
  await inJob(context, { readOnly: true }, (db) =>
    refuseUnfit({ ...ctx, db }, listAt(context.services, waiting.Path), waiting),
  )
  const people = await customersIn(ctx, waiting, 'job', progressOf(context, AdditionId))
  const origin = originOf(ctx)
  await inJob({ ...context, origin }, {}, async (db, atEnd) => {
    const now = context.clock()
    const through = await addNow({ ...ctx, db, now, audit: auditTo(atEnd, now, origin) }, AdditionId, waiting, people)
    if (!through) throw new Cancelled()
  })
}

function progressOf({ database }: ServerJobContext, AdditionId: number) {
  let reported = 0
  return async (rows: number) => {
    if (performance.now() - reported < REPORT_MS) return
    reported = performance.now()
    const { rowCount } = await database.pool.query(
      `update target_addition set rows_done = $2 where addition_id = $1 and status = 'Running'`,
      [AdditionId, rows],
    )
    if (rowCount === 0) throw new Cancelled()
  }
}

async function fail(context: ServerJobContext, { AdditionId }: Waiting, error: unknown) {
  if (error instanceof Cancelled) return
  context.log(`Rows could not be added to a campaign (${AdditionId}): ${(error as Error).message}`)
  const { code, message } = error instanceof Refusal ? error : (refusalOf(error) ?? refusals.stopped())
  await inJob(context, {}, (db) =>
    sql`update target_addition set status = 'Failed', message = ${message}, message_code = ${code}, input = '{}', keys = null, ended_at = ${context.clock()}
      where addition_id = ${AdditionId} and status = 'Running'`.execute(db),
  )
}
