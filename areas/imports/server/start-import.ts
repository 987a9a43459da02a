import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type runImport as call, refusals } from '../contract.ts'
import { IMPORTS } from './background.ts'
import { loadImport, statusColumns } from './rows.ts'
import { columnsOf } from './staging/columns.ts'
import { isKept } from './uploads.ts'

/** Puts an uploaded file in line; the job that runs it is told once this is committed. */
export async function startImport(ctx: Ctx, { ImportId, Mapping }: Input<typeof call>) {
  // One at a time decides of a kind, so that two who press the button at once do not both get in line.
  await sql`select pg_advisory_xact_lock(hashtext('start import'))`.execute(ctx.db)
  const { Kind, Status, Columns, FileName } = await loadImport(ctx, ImportId)
  const other = await ctx.db
    .selectFrom('ImportJob')
    .select('ImportId')
    .where('Kind', '=', Kind)
    .where('Status', '=', 'Running')
    .executeTakeFirst()
  if (other) throw refusals.running()
  if (Status === 'Completed') throw refusals.done()
  if (!isKept(ctx.services.longWork.dataDir, ImportId)) throw refusals.fileGone()
  columnsOf(Kind, Mapping, Columns as string[])

  const started = await ctx.db
    .updateTable('ImportJob')
    .set({
      Status: 'Running',
      Step: 'Waiting',
      Message: null,
      Mapping: JSON.stringify(Mapping),
      StartedAt: null,
      EndedAt: null,
      RowsTotal: null,
      RowsRead: 0,
      RowsCreated: 0,
      RowsSkipped: 0,
      RowsFailed: 0,
    })
    .where('ImportId', '=', ImportId)
    .returning(statusColumns)
    .executeTakeFirstOrThrow()
  ctx.audit('Import Data', 'ImportJob', ImportId, `Import Data in Imports. ${Kind} from ${FileName}`)
  await ctx.services.announce(ctx, 'job', IMPORTS)
  return started
}
