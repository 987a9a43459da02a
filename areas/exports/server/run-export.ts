import { accessRefusals } from '#areas/access/contract.ts'
import { findAccountActor } from '#areas/access/server/index.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { createKysely } from '#kit/server/database.ts'
import { createUseCaseContext, inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { queueMail } from '#kit/server/outbox.ts'
import { ReplicaReadFailed } from '#kit/server/replica-read.ts'
import { exceedsCallerOutlet } from '#kit/server/rows.ts'
import { createTextLogWriter } from '#kit/server/text-log.ts'
import { addExport } from '../contract.ts'
import { logExport } from './audit-export.ts'
import { findExportableList } from './lists.ts'
import type { ExportRequest } from './request.ts'
import { sendScheduledReport } from './schedules/mail-export.ts'
import { exportCallOrigin, type WrittenFile, writeExportFile } from './write-file.ts'

/** A queued export as the database driver returns it, with column names. */
export type QueuedExport = Omit<ExportRequest, 'pageRows' | 'keyField'> & {
  export_id: string
  created_by_id: number
  page_rows: number | null
  key_field: string | null
}

const REPORT_MS = 500

/** Thrown to stop the writing of an export that the user has cancelled. */
class Cancelled extends Error {}

/** Runs one claimed export with the current rights of its owner, not with the rights at the time of the request. */
export async function runExport(context: ServerJobContext, queued: QueuedExport): Promise<void> {
  const { export_id: id, page_rows: pageRows, key_field: keyField } = queued
  const request: ExportRequest = { ...queued, pageRows, keyField }
  const list = findExportableList(context.services, request.path)
  const actor = await findExportOwner(context, queued.created_by_id)
  const allowed = actor && mayCall(addExport.access, actor) && mayCall(list.endpoint.access, actor)
  if (!allowed || exceedsCallerOutlet(list.endpoint, actor)) throw accessRefusals.forbidden()
  const ctx = createExportContext(context, actor, id)
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
  const options = { ctx, list, request, limits: 'job', reportProgress } as const
  const file = await writeExportFile({ ...options, replica: 'of a job' })
    .catch((error: unknown) => (error instanceof ReplicaReadFailed ? writeExportFile(options) : Promise.reject(error)))
    .catch(unlessCancelled)
  if (!file) return
  const completed = await complete(context, ctx, id, request, file)
  if (!completed) await context.services.storage('exports').delete(file.fileKey)
}

function unlessCancelled(error: unknown): undefined {
  if (!(error instanceof Cancelled)) throw error
}

export async function findExportOwner({ database }: ServerJobContext, userId: number) {
  const client = await database.pool.connect()
  try {
    return await findAccountActor(createKysely(client), userId)
  } finally {
    client.release()
  }
}

/** Returns a context whose `mail` does nothing, because `sendScheduledReport` sends the only message of an export. */
export function createExportContext(context: ServerJobContext, actor: Actor, id: string): Omit<Ctx, 'db'> {
  const { db: _, ...ctx } = createUseCaseContext(context, {
    db: undefined as never,
    now: context.clock(),
    requestId: id,
    actor,
  })
  return { ...ctx, mail: async () => {} }
}

/** Updates the record of an export and the audit log together. Returns false if the export was cancelled meanwhile. */
function complete(
  context: ServerJobContext,
  ctx: Omit<Ctx, 'db'>,
  id: string,
  request: ExportRequest,
  file: WrittenFile,
): Promise<boolean> {
  const origin = exportCallOrigin(ctx)
  return inJobTransaction({ ...context, origin }, {}, async (db, atEnd) => {
    const now = context.clock()
    const completed = await db
      .updateTable('ExportJob')
      .set({
        Status: 'Completed',
        RowsDone: file.rows,
        FileBytes: file.bytes,
        FileKey: file.fileKey,
        EndedAt: now,
      } as never)
      .where('ExportId', '=', id)
      .where('Status', '=', 'Running')
      .returning('ExportId')
      .executeTakeFirst()
    if (!completed) return false
    const audit = createTextLogWriter(atEnd, now, origin)
    await logExport({ audit, db }, id, request, file.rows)
    await sendScheduledReport({ ...ctx, now, audit, db, mail: (message) => queueMail(db, message, now) }, id, file)
    return true
  })
}

/** Marks an export as failed, with its error. */
export async function markExportFailed(
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
