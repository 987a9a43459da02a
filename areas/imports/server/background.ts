import { readSettings } from '#areas/setup/server/index.ts'
import { createKysely, openClient } from '#kit/server/database.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { type Mapping, parseStoredMapping } from '../contract/mapping.ts'
import { ImportKind, importRefusals } from '../contract.ts'
import { failImportJob, findImportJob, type StoredImport as Lined } from './jobs.ts'
import { importLockName, runImport } from './run.ts'
import {
  deleteUploadedFile,
  existsUploadedFile,
  listUploadedFiles,
  readUnpackingLimits,
  uploadedFilePath,
} from './uploads.ts'

export const IMPORT_JOB_NAME = 'imports'

const HOUR = 3600
const DAY_MS = 24 * HOUR * 1000

const STOPPED = 'The import was stopped with the server that ran it. Run it again: what is there already is skipped.'

/** The job that runs queued imports. The start of an import also starts this job; the schedule covers lost notifications. */
export const importQueueJob: BackgroundJob = {
  name: IMPORT_JOB_NAME,
  schedule: '* * * * *',
  seconds: 6 * HOUR,
  heartbeat: 60,
  run: runQueuedImports,
}

export async function runQueuedImports(context: ServerJobContext): Promise<void> {
  await failInterruptedImports(context)
  for (let next = await nextQueuedImport(context); next; next = await nextQueuedImport(context))
    await runOne(context, next)
}

type QueuedImport = { import_id: string; mapping: Mapping }

/** A queued import has status Running but has not started yet. */
async function nextQueuedImport({ database }: ServerJobContext): Promise<QueuedImport | undefined> {
  const { rows } = await database.pool.query<QueuedImport>(
    `select import_id, mapping from import_job where status = 'Running' and started_at is null order by created_at limit 1`,
  )
  return rows[0]
}

async function runOne(context: ServerJobContext, { import_id, mapping }: QueuedImport) {
  const { database, dataDir, log } = context
  if (!existsUploadedFile(dataDir, import_id))
    return failImportJob(database.pool, import_id, importRefusals.fileGone().message)
  const job = (await findImportJob(database.pool, import_id))!
  log(`Import ${import_id} of ${job.kind} begins`)
  // A failed import stores its failure for the user, and the next queued import still runs.
  await runImport(
    { ...context, log: () => {}, unpacking: await readUnpackingLimits(database), keys: context.services },
    { job, file: uploadedFilePath(dataDir, import_id), mapping: parseStoredMapping(mapping), dryRun: false },
  )
    .then(({ Failed }) => deleteVoucherFile(job, Failed, uploadedFilePath(dataDir, import_id)))
    .catch((error: unknown) => log(`Import ${import_id} failed: ${(error as Error).message}`))
}

/** A voucher file contains security codes, so it is deleted once every row is loaded. */
export async function deleteVoucherFile({ kind }: Pick<Lined, 'kind'>, failed: number, file: string) {
  if (kind === 'vouchers' && failed === 0) await deleteUploadedFile(file)
}

/** Fails imports with the status Running whose advisory lock is free, because their process has died. */
async function failInterruptedImports({ directUrl }: ServerJobContext) {
  const client = await openClient(directUrl, 'carat imports')
  try {
    for (const kind of ImportKind.options) {
      const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as free', [
        importLockName(kind),
      ])
      if (!rows[0].free) continue
      await client.query(
        `update import_job set status = 'Failed', step = '', message = $2, ended_at = now()
         where kind = $1 and status = 'Running' and started_at is not null`,
        [kind, STOPPED],
      )
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [importLockName(kind)])
    }
  } finally {
    await client.end()
  }
}

/**
 * Deletes the uploaded file and stored rows 7 days after a completed import, and 30 days after any other import.
 * Deletes an upload that was not imported within the hours of the setting `imports.abandonedUploadHours`.
 */
export const uploadCleanUpJob: BackgroundJob = { name: 'import-files', schedule: '50 * * * *', run: deleteOldUploads }

export async function deleteOldUploads({ database, dataDir, clock }: ServerJobContext): Promise<void> {
  const now = clock().getTime()
  const { 'imports.abandonedUploadHours': hours } = await readSettings({ db: createKysely(database.pool as never) })
  const abandoned = await database.pool.query<{ import_id: string }>(deleteAbandonedSql, [
    new Date(now - hours * HOUR * 1000).toISOString(),
  ])
  for (const { import_id } of abandoned.rows) await deleteUploadedFile(uploadedFilePath(dataDir, import_id))
  for (const { path, importId, modified } of await listUploadedFiles(dataDir)) {
    if (importId === undefined) {
      if (now - modified > DAY_MS) await deleteUploadedFile(path)
      continue
    }
    const { rows } = await database.pool.query<{ status: string; ended_at: string | null; created_at: string }>(
      `select status, ended_at, created_at from import_job where import_id::text = $1`,
      [importId],
    )
    const [job] = rows
    if (job?.status === 'Running') continue
    const days = job?.status === 'Completed' ? 7 : 30
    const since = job ? Date.parse(job.ended_at ?? job.created_at) : modified
    if (now - since <= days * DAY_MS) continue
    await deleteUploadedFile(path)
    await database.pool.query(`update import_job set sample = '[]' where import_id::text = $1`, [importId])
    await database.pool.query('update import_row_result set content = null where import_id::text = $1', [importId])
  }
}

// Keeps an upload whose approval was decided within the same hours, because the user may still import the file.
const deleteAbandonedSql = `
  delete from import_job where status = 'Uploaded' and step <> 'Approval' and created_at < $1
    and not exists (select from approval where object_type = 'ImportJob' and object_id = import_id::text and coalesce(decided_at, 'infinity') >= $1)
  returning import_id`
