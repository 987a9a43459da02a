import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { type ExportRequestRow, exportRequestColumns, loadExport, toExportRequest } from './exports.ts'
import { createExport } from './make-export.ts'
import { toNewExportRequest } from './request.ts'

/** Exports a list to a file with the columns and texts of the screen. */
export const addExport = (ctx: Ctx, requested: Input<typeof contract.addExport>) =>
  createExport(ctx, toNewExportRequest(requested))

/** Repeats an export with the same list, search and columns. The rights are checked again. */
export async function runExportAgain(ctx: Ctx, { ExportId }: Input<typeof contract.runExportAgain>) {
  const { Status } = await loadExport(ctx, ExportId)
  if (Status === 'Queued' || Status === 'Running') throw contract.exportRefusals.notAgain({ Status })
  const { rows } =
    await sql<ExportRequestRow>`select ${sql.raw(exportRequestColumns)} from export_job where export_id = ${ExportId}`.execute(
      ctx.db,
    )
  return createExport(ctx, toExportRequest(rows[0]!))
}

/** Cancels an export. A running export notices this at the next chunk and deletes its partial file. */
export async function cancelExport(ctx: Ctx, { ExportId }: Input<typeof contract.cancelExport>) {
  const { Status } = await loadExport(ctx, ExportId)
  const { rows } = await sql`
    update export_job set status = 'Cancelled', ended_at = ${ctx.now}
    where export_id = ${ExportId} and status in ('Queued', 'Running') returning export_id`.execute(ctx.db)
  if (rows.length === 0) throw contract.exportRefusals.notOpen({ Status })
  ctx.audit('Cancel Export', 'ExportJob', ExportId, `Cancel Export in Exports. ExportId - ${ExportId}`)
  return loadExport(ctx, ExportId)
}
