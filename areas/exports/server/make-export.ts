import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { EXPORT_ROWS_WITHOUT_REASON_MAX, type Export, exportRefusals, PDF_EXPORT_ROWS_MAX } from '../contract.ts'
import { logExport } from './audit-export.ts'
import { EXPORT_JOB_NAME } from './background.ts'
import { BACKGROUND_EXPORT_LIST_FACTOR, countExportRows, refuseUnreadableList } from './check-list.ts'
import { loadExport } from './exports.ts'
import { acquireExportSlot, findExportableList } from './lists.ts'
import { type ExportRequest, filterAllowedColumns, refuseUnknownColumns } from './request.ts'
import { type WrittenFile, writeExportFile } from './write-file.ts'

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** The maximum number of rows of a synchronous export. Larger exports run in the background. */
    exportRowsAtOnce: number
  }
}

/** Validates the request, then writes the file at once or queues the export. With `later` it always queues. */
export async function createExport(ctx: Ctx, request: ExportRequest, { later = false } = {}): Promise<Export> {
  const list = findExportableList(ctx.services, request.path)
  await refuseUnreadableList(ctx, list, request)
  refuseUnknownColumns(list, request)
  filterAllowedColumns(list, request, ctx.actor)
  // The rows of a scheduled export are not counted in advance. If the list is too long, writing the file fails.
  const { total, expected } = later ? { total: 0, expected: 0 } : await countExportRows(ctx, list, request)
  if (!request.reason && expected > EXPORT_ROWS_WITHOUT_REASON_MAX)
    throw exportRefusals.reasonForRows({ Rows: EXPORT_ROWS_WITHOUT_REASON_MAX })
  if (request.format === 'PDF' && expected > PDF_EXPORT_ROWS_MAX)
    throw exportRefusals.tooLongForPdf({ Rows: PDF_EXPORT_ROWS_MAX })
  if (!later) await acquireExportSlot(ctx)

  const { exportRowsAtOnce } = ctx.services
  const inBackground =
    later ||
    expected > exportRowsAtOnce ||
    (request.scope === 'Selected' && total > BACKGROUND_EXPORT_LIST_FACTOR * exportRowsAtOnce)
  const file = inBackground ? undefined : await writeExportFile({ ctx, list, request, limits: 'report' })
  const ExportId = await insert(ctx, request, expected, file)
  await logExport(ctx, ExportId, request, file?.rows)
  if (!file) await ctx.services.announce(ctx, 'job', EXPORT_JOB_NAME)
  return loadExport(ctx, ExportId)
}

async function insert(
  { db, actor, now, today }: Ctx,
  request: ExportRequest,
  expected: number,
  file: WrittenFile | undefined,
) {
  const json = JSON.stringify
  const { rows } = await sql<{ ExportId: string }>`
    insert into export_job (path, title, input, columns, totals, filters, format, scope, page, page_rows, key_field, keys, language, reason,
      status, rows_expected, rows_done, file_name, file_bytes, file_key, created_by_id, created_by, outlet_code,
      created_at, started_at, ended_at)
    values (${request.path}, ${request.title}, ${json(request.input)}, ${json(request.columns)}, ${json(request.totals)}, ${json(request.filters)}, ${request.format}, ${request.scope},
      ${request.page}, ${request.pageRows}, ${request.keyField}, ${request.keys && json(request.keys)}, ${request.language}, ${request.reason},
      ${file ? 'Completed' : 'Queued'}, ${expected}, ${file?.rows ?? 0}, ${fileName(request, today)},
      ${file?.bytes ?? null}, ${file?.fileKey ?? null}, ${actor.userId}, ${actor.name}, ${actor.outletCode},
      ${now}, ${file ? now : null}, ${file ? now : null})
    returning export_id`.execute(db)
  return rows[0]!.ExportId
}

/** Returns the name of the file for users, such as `Members 2026-01-31.xlsx`. The storage key is random. */
const fileName = ({ title, format }: ExportRequest, today: string) =>
  `${title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80)} ${today}.${format.toLowerCase()}`
