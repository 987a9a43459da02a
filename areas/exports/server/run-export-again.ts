import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { makeExport } from './make-export.ts'
import { loadExport } from './rows.ts'
import { type WishRow, wishColumns, wishIn } from './wish-row.ts'

/** The same list, search and columns once more, judged afresh: rights may have changed since. */
export async function runExportAgain(ctx: Ctx, { ExportId }: Input<typeof contract.runExportAgain>) {
  const { Status } = await loadExport(ctx, ExportId)
  if (Status === 'Queued' || Status === 'Running') throw contract.refusals.notAgain({ Status })
  const { rows } =
    await sql<WishRow>`select ${sql.raw(wishColumns)} from export_job where export_id = ${ExportId}`.execute(ctx.db)
  return makeExport(ctx, wishIn(rows[0]!))
}
