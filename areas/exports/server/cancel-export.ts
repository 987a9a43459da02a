import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { loadExport } from './rows.ts'

/** Whoever makes it finds out with the next portion of rows, and throws away what it has. */
export async function cancelExport(ctx: Ctx, { ExportId }: Input<typeof contract.cancelExport>) {
  const { Status } = await loadExport(ctx, ExportId)
  const { rows } = await sql`
    update export_job set status = 'Cancelled', ended_at = ${ctx.now}
    where export_id = ${ExportId} and status in ('Queued', 'Running') returning export_id`.execute(ctx.db)
  if (rows.length === 0) throw contract.refusals.notOpen({ Status })
  ctx.audit('Cancel Export', 'ExportJob', ExportId, `Cancel Export in Exports. ExportId - ${ExportId}`)
  return loadExport(ctx, ExportId)
}
