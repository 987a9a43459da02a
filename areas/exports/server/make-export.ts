import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Export, PDF_ROWS_MAX, ROWS_WITHOUT_REASON, refusals } from '../contract.ts'
import { LONG_SEARCH, lookAhead, refuseUnreadable } from './ask-list.ts'
import { auditExport } from './audit-export.ts'
import { EXPORTS } from './background.ts'
import { loadExport } from './exports.ts'
import { listAt, takePlace } from './lists.ts'
import { allowedColumns, type ExportRequest, refuseUnknownColumns } from './request.ts'
import { type Made, writeFile } from './write-file.ts'

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** Exports of more rows than these run in the background. */
    exportRowsAtOnce: number
  }
}

/** Validates what is asked for, then writes the file at once or puts it in line; `later`: nobody waits for it. */
export async function makeExport(ctx: Ctx, request: ExportRequest, { later = false } = {}): Promise<Export> {
  const list = listAt(ctx.services, request.path)
  await refuseUnreadable(ctx, list, request)
  refuseUnknownColumns(list, request)
  allowedColumns(list, request, ctx.actor)
  // Nobody waits for it, so nobody waits for the count either: what is too long is found out while it is written.
  const { total, expected } = later ? { total: 0, expected: 0 } : await lookAhead(ctx, list, request)
  if (!request.reason && expected > ROWS_WITHOUT_REASON) throw refusals.reasonForRows({ Rows: ROWS_WITHOUT_REASON })
  if (request.format === 'PDF' && expected > PDF_ROWS_MAX) throw refusals.tooLongForPdf({ Rows: PDF_ROWS_MAX })
  if (!later) await takePlace(ctx)

  const { exportRowsAtOnce } = ctx.services
  const long =
    later || expected > exportRowsAtOnce || (request.scope === 'Selected' && total > LONG_SEARCH * exportRowsAtOnce)
  const made = long ? undefined : await writeFile({ ctx, list, request, limits: 'report' })
  const ExportId = await insert(ctx, request, expected, made)
  await auditExport(ctx, ExportId, request, made?.rows)
  if (!made) await ctx.services.announce(ctx, 'job', EXPORTS)
  return loadExport(ctx, ExportId)
}

async function insert(
  { db, actor, now, today }: Ctx,
  request: ExportRequest,
  expected: number,
  made: Made | undefined,
) {
  const json = JSON.stringify
  const { rows } = await sql<{ ExportId: string }>`
    insert into export_job (path, title, input, columns, totals, filters, format, scope, page, page_rows, key_field, keys, language, reason,
      status, rows_expected, rows_done, file_name, file_bytes, file_key, created_by_id, created_by, outlet_code,
      created_at, started_at, ended_at)
    values (${request.path}, ${request.title}, ${json(request.input)}, ${json(request.columns)}, ${json(request.totals)}, ${json(request.filters)}, ${request.format}, ${request.scope},
      ${request.page}, ${request.pageRows}, ${request.keyField}, ${request.keys && json(request.keys)}, ${request.language}, ${request.reason},
      ${made ? 'Completed' : 'Queued'}, ${expected}, ${made?.rows ?? 0}, ${fileName(request, today)},
      ${made?.bytes ?? null}, ${made?.fileKey ?? null}, ${actor.userId}, ${actor.name}, ${actor.outletCode},
      ${now}, ${made ? now : null}, ${made ? now : null})
    returning export_id`.execute(db)
  return rows[0]!.ExportId
}

/** `Members 2026-01-31.xlsx`: only for people to read. */
const fileName = ({ title, format }: ExportRequest, today: string) =>
  `${title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80)} ${today}.${format.toLowerCase()}`
