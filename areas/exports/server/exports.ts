import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type Export, KEPT_DAYS, refusals } from '../contract.ts'
import type { ExportRequest } from './request.ts'

/** A request as its record has it. */
export type RequestRow = {
  Path: string
  Title: string
  Input: ExportRequest['input']
  Columns: ExportRequest['columns']
  Totals: ExportRequest['totals']
  Filters: ExportRequest['filters']
  Format: ExportRequest['format']
  Scope: ExportRequest['scope']
  Page: number | null
  PageRows: number | null
  KeyField: string | null
  Keys: string[] | null
  Language: ExportRequest['language']
  Reason: string | null
}

export const requestColumns =
  'path, title, input, columns, totals, filters, format, scope, page, page_rows, key_field, keys, language, reason'

export const requestIn = (row: RequestRow): ExportRequest => ({
  path: row.Path,
  title: row.Title,
  input: row.Input,
  columns: row.Columns,
  totals: row.Totals,
  filters: row.Filters,
  format: row.Format,
  scope: row.Scope,
  page: row.Page,
  pageRows: row.PageRows,
  keyField: row.KeyField,
  keys: row.Keys,
  language: row.Language,
  reason: row.Reason,
})

/** What of an export leaves the server; where its file lies does not. */
const exportColumns = sql.raw(`
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

/** How far an export is. */
export const exportStatus = (ctx: Ctx, { ExportId }: Input<typeof contract.exportStatus>) => loadExport(ctx, ExportId)

/** One's own exports; nobody sees what somebody else took away here, only in the audit log. */
export const listExports = ({ actor }: Ctx, { Search }: Input<typeof contract.listExports>) =>
  sqlList({
    from: sql`export_job`,
    select: sql<contract.Export>`${exportColumns}`,
    where: [
      equals('created_by_id', actor.userId),
      contains('title', Search.Title),
      equals('status', Search.Status),
      equals('format', Search.Format),
    ],
    tie: 'export_id',
  })
