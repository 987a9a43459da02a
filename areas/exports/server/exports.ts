import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { EXPORT_RETENTION_DAYS, type Export, exportRefusals } from '../contract.ts'
import type { ExportRequest } from './request.ts'

/** A stored export request, as the database returns the row. */
export type ExportRequestRow = {
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

export const exportRequestColumns =
  'path, title, input, columns, totals, filters, format, scope, page, page_rows, key_field, keys, language, reason'

export const toExportRequest = (row: ExportRequestRow): ExportRequest => ({
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

/** The columns of an export in replies. The path of its file is internal and omitted. */
const exportColumns = sql.raw(`
  export_id, title, path, format, scope, status, rows_expected, rows_done, file_name, file_bytes, reason, message, message_code,
  created_at, ended_at, case when status = 'Completed' then ended_at + interval '${EXPORT_RETENTION_DAYS} days' end as expires_at`)

/** Loads an export of the caller. An export of another user gives the error for an unknown export. */
export async function loadExport(ctx: Pick<Ctx, 'db' | 'actor'>, ExportId: string): Promise<Export> {
  const { rows } = await sql<Export>`
    select ${exportColumns} from export_job where export_id = ${ExportId} and created_by_id = ${ctx.actor.userId}`.execute(
    ctx.db,
  )
  const row = rows[0]
  if (!row) throw exportRefusals.notFound()
  return row
}

/** Returns the progress of an export. */
export const exportStatus = (ctx: Ctx, { ExportId }: Input<typeof contract.exportStatus>) => loadExport(ctx, ExportId)

/** Lists the caller's own exports. The exports of other users are visible only in the audit log. */
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
