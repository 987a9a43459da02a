import { refusals as accessRefusals } from '#areas/access/contract.ts'
import { accountActor } from '#areas/access/server/index.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { kyselyOn } from '#kit/server/database.ts'
import { inJob, jobCtx, type ServerJobContext } from '#kit/server/job-context.ts'
import { AtReplica } from '#kit/server/late-read.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { queueMail } from '#kit/server/outbox.ts'
import { beyondOutlet } from '#kit/server/rows.ts'
import { auditTo } from '#kit/server/text-log.ts'
import { addExport } from '../contract.ts'
import { auditExport } from './audit-export.ts'
import { listAt } from './lists.ts'
import type { ExportRequest } from './request.ts'
import { mailExport } from './schedules/mail-export.ts'
import { type Made, originOf, writeFile } from './write-file.ts'

/** An export in line, as the plain driver reads it. */
export type Queued = Omit<ExportRequest, 'pageRows' | 'keyField'> & {
  export_id: string
  created_by_id: number
  page_rows: number | null
  key_field: string | null
}

const REPORT_MS = 500

/** Thrown where the person who asked for the file does not want it any more. */
class Cancelled extends Error {}

/** Makes one export that was claimed. What its owner may do is what they may do now, not when they asked. */
export async function runExport(context: ServerJobContext, queued: Queued): Promise<void> {
  const { export_id: id, page_rows: pageRows, key_field: keyField } = queued
  const request: ExportRequest = { ...queued, pageRows, keyField }
  const list = listAt(context.services, request.path)
  const actor = await ownerOf(context, queued.created_by_id)
  const allowed = actor && mayCall(addExport.access, actor) && mayCall(list.endpoint.access, actor)
  if (!allowed || beyondOutlet(list.endpoint, actor)) throw accessRefusals.forbidden()
  const ctx = ctxOf(context, actor, id)
  let reported = 0
  const reportProgress = async (rows: number) => {
    if (performance.now() - reported < REPORT_MS) return
    reported = performance.now()
    const { rowCount } = await context.database.pool.query(
      `update export_job set rows_done = $2 where export_id = $1 and status = 'Running'`,
      [id, rows],
    )
    if (rowCount === 0) throw new Cancelled()
  }
  const making = { ctx, list, request, limits: 'job', reportProgress } as const
  const made = await writeFile({ ...making, replica: 'of a job' })
    .catch((error: unknown) => (error instanceof AtReplica ? writeFile(making) : Promise.reject(error)))
    .catch(unlessCancelled)
  if (!made) return
  const kept = await complete(context, ctx, id, request, made)
  if (!kept) await context.services.storage('exports').delete(made.fileKey)
}

function unlessCancelled(error: unknown): undefined {
  if (!(error instanceof Cancelled)) throw error
}

export async function ownerOf({ database }: ServerJobContext, userId: number) {
  const client = await database.pool.connect()
  try {
    return await accountActor(kyselyOn(client), userId)
  } finally {
    client.release()
  }
}

/** Reads and sends nothing by itself. */
export function ctxOf(context: ServerJobContext, actor: Actor, id: string): Omit<Ctx, 'db'> {
  const { db: _, ...ctx } = jobCtx(context, { db: undefined as never, now: context.clock(), requestId: id, actor })
  return { ...ctx, mail: async () => {} }
}

/** The record and the audit log, in one transaction. False when it was cancelled in the last moment. */
function complete(
  context: ServerJobContext,
  ctx: Omit<Ctx, 'db'>,
  id: string,
  request: ExportRequest,
  made: Made,
): Promise<boolean> {
  const origin = originOf(ctx)
  return inJob({ ...context, origin }, {}, async (db, atEnd) => {
    const now = context.clock()
    const completed = await db
      .updateTable('ExportJob')
      .set({
        Status: 'Completed',
        RowsDone: made.rows,
        FileBytes: made.bytes,
        FileKey: made.fileKey,
        EndedAt: now,
      } as never)
      .where('ExportId', '=', id)
      .where('Status', '=', 'Running')
      .returning('ExportId')
      .executeTakeFirst()
    if (!completed) return false
    const audit = auditTo(atEnd, now, origin)
    await auditExport({ audit, db }, id, request, made.rows)
    await mailExport({ ...ctx, now, audit, db, mail: (message) => queueMail(db, message, now) }, id, made)
    return true
  })
}

/** Ends an export that has no file. */
export async function finish(
  { database, clock }: ServerJobContext,
  id: string,
  status: 'Failed',
  { code, message }: Refusal,
) {
  await database.pool.query(
    `update export_job set status = $2, message = $3, message_code = $4, ended_at = $5 where export_id = $1 and status = 'Running'`,
    [id, status, message, code, clock()],
  )
}
