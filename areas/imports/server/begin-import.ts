import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Mapping } from '../contract/mapping.ts'
import { type ImportKind, importRefusals } from '../contract.ts'
import { IMPORT_JOB_NAME } from './background.ts'
import { importStatusColumns } from './imports.ts'

type Started = { ImportId: string; Kind: ImportKind; FileName: string; Mapping: Mapping }

/** Queues an import unless another import of its kind is running. The job starts after the transaction commits. */
export async function beginImport(ctx: Ctx, { ImportId, Kind, FileName, Mapping }: Started) {
  // The lock makes starts run one after another, so that two requests cannot queue two imports of one kind.
  await sql`select pg_advisory_xact_lock(hashtext('start import'))`.execute(ctx.db)
  const runningImport = await ctx.db
    .selectFrom('ImportJob')
    .select('ImportId')
    .where('Kind', '=', Kind)
    .where('Status', '=', 'Running')
    .executeTakeFirst()
  if (runningImport) throw importRefusals.running()
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
    .returning(importStatusColumns)
    .executeTakeFirstOrThrow()
  ctx.audit('Import Data', 'ImportJob', ImportId, `Import Data in Imports. ${Kind} from ${FileName}`)
  await ctx.services.announce(ctx, 'job', IMPORT_JOB_NAME)
  return started
}
