import type pg from 'pg'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { type ImportKind, refusals } from '../contract.ts'
import { beginImport } from './begin-import.ts'
import { asTargets, ownFieldsOf } from './customers/own-values.ts'
import { requirePlausible } from './detect-format.ts'
import { loadImport } from './imports.ts'
import { requestImport, rowsIfLarge, rowsIfManyPoints } from './large-import.ts'
import { requireRightsToMake } from './sales/rights.ts'
import { columnsOf } from './staging/columns.ts'
import { readHead } from './staging/file.ts'
import { isKept, unpackingAllowed, uploadOf } from './uploads.ts'

/** Puts an uploaded file in line; a large one first waits for a second person. */
export async function startImport(ctx: Ctx, { ImportId, Mapping }: Input<typeof contract.runImport>) {
  const { Kind, Status, FileName } = await loadImport(ctx, ImportId)
  if (Status === 'Running') throw refusals.running()
  if (Status === 'Completed') throw refusals.done()
  if (!isKept(ctx.services.longWork.dataDir, ImportId)) throw refusals.fileGone()
  const file = uploadOf(ctx.services.longWork.dataDir, ImportId)
  const unpacking = await unpackingAllowed(ctx.services.longWork.database)
  const { columns } = await readHead(file, Mapping, unpacking)
  await requirePlausible(file, Mapping, unpacking)
  columnsOf(Kind, Mapping, columns, asTargets(await ownFieldsOf(ctx, Kind, Mapping)))
  await requireRightsToMake(ctx, Mapping)
  const started = { ImportId, Kind, FileName, Mapping }
  // Prospects wait for nobody: who is a customer already is left alone, and a prospect holds nothing yet.
  if (Kind === 'leads') return beginImport(ctx, started)
  const rows = (await rowsIfLarge(ctx, started)) ?? (await rowsIfManyPoints(ctx, started, columns))
  return rows === undefined ? beginImport(ctx, started) : requestImport(ctx, started, rows)
}

type Queries = Pick<pg.Pool, 'query'>

/** Takes the run's own connection away: it ends between two transactions, and its lock and staging end with it. */
export async function stopRun(db: Queries, kind: ImportKind): Promise<void> {
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1`,
    [`carat import ${kind}`],
  )
}

/** A dry run from the command line leaves no trace in the list of imports. */
export async function forgetJob(db: Queries, importId: string): Promise<void> {
  await db.query(`delete from import_job where import_id = $1 and status = 'Uploaded'`, [importId])
}
