import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Mapping } from '../contract/mapping.ts'
import { type ImportKind, refusals } from '../contract.ts'
import { IMPORTS } from './background.ts'
import { statusColumns } from './imports.ts'

type Started = { ImportId: string; Kind: ImportKind; FileName: string; Mapping: Mapping }

/** Puts an import in line, unless one of its kind is there; the job that runs it is asked once this is committed. */
export async function beginImport(ctx: Ctx, { ImportId, Kind, FileName, Mapping }: Started) {
  // One at a time decides of a kind, so that two who press the button at once do not both get in line.
  await sql`select pg_advisory_xact_lock(hashtext('start import'))`.execute(ctx.db)
  const other = await ctx.db
    .selectFrom('ImportJob')
    .select('ImportId')
    .where('Kind', '=', Kind)
    .where('Status', '=', 'Running')
    .executeTakeFirst()
  if (other) throw refusals.running()
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
