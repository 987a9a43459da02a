import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Export, KEPT_DAYS, refusals } from '../contract.ts'

/** What of an export leaves the server; where its file lies does not. */
export const exportColumns = sql.raw(`
  export_id, title, path, format, scope, status, rows_expected, rows_done, file_name, file_bytes, reason, message, message_code,
  created_at, ended_at, case when status = 'Completed' then ended_at + interval '${KEPT_DAYS} days' end as expires_at`)

/** An export of one's own. Somebody else's is as if it were not there. */
export async function loadExport(ctx: Pick<Ctx, 'db' | 'actor'>, ExportId: string): Promise<Export> {
  const { rows } = await sql<Export>`
    select ${exportColumns} from export_job where export_id = ${ExportId} and created_by_id = ${ctx.actor.userId}`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (!found) throw refusals.notFound()
  return found
}
