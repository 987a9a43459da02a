import type pg from 'pg'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { type ImportKind, importRefusals } from '../contract.ts'
import { beginImport } from './begin-import.ts'
import { importableCustomFields, toCustomFieldTargets } from './customers/custom-values.ts'
import { requirePlausibleEncoding } from './detect-format.ts'
import { loadImport } from './imports.ts'
import { countRowsIfLarge, countRowsIfManyPoints, requestImportApproval } from './large-import.ts'
import { requireRuleRights } from './sales/require-rights.ts'
import { resolveMappedColumns } from './staging/columns.ts'
import { readColumnsAndFirstRows } from './staging/file.ts'
import { existsUploadedFile, readUnpackingLimits, uploadedFilePath } from './uploads.ts'

/** Queues the import of an uploaded file. A large file waits for approval first. */
export async function startImport(ctx: Ctx, { ImportId, Mapping }: Input<typeof contract.runImport>) {
  const { Kind, Status, FileName } = await loadImport(ctx, ImportId)
  if (Status === 'Running') throw importRefusals.running()
  if (Status === 'Completed') throw importRefusals.done()
  if (!existsUploadedFile(ctx.services.longWork.dataDir, ImportId)) throw importRefusals.fileGone()
  const file = uploadedFilePath(ctx.services.longWork.dataDir, ImportId)
  const unpacking = await readUnpackingLimits(ctx.services.longWork.database)
  const { columns } = await readColumnsAndFirstRows(file, Mapping, unpacking)
  await requirePlausibleEncoding(file, Mapping, unpacking)
  resolveMappedColumns(Kind, Mapping, columns, toCustomFieldTargets(await importableCustomFields(ctx, Kind, Mapping)))
  await requireRuleRights(ctx, Mapping)
  const started = { ImportId, Kind, FileName, Mapping }
  // Files of leads need no approval, because existing customers stay unchanged and a prospect has no points.
  if (Kind === 'leads') return beginImport(ctx, started)
  const rows = (await countRowsIfLarge(ctx, started)) ?? (await countRowsIfManyPoints(ctx, started, columns))
  return rows === undefined ? beginImport(ctx, started) : requestImportApproval(ctx, started, rows)
}

type Queries = Pick<pg.Pool, 'query'>

/** Terminates the connection of a run. The run ends between two transactions and releases its lock and staging. */
export async function terminateImportRun(db: Queries, kind: ImportKind): Promise<void> {
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1`,
    [`carat import ${kind}`],
  )
}

/** Deletes the record of a dry run by the command line, so that the list of imports does not contain it. */
export async function deleteImportJob(db: Queries, importId: string): Promise<void> {
  await db.query(`delete from import_job where import_id = $1 and status = 'Uploaded'`, [importId])
}
