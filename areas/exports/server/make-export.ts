import { sql } from 'kysely'
import { refusals as accessRefusals } from '#areas/access/contract.ts'
import { rowKindsOf } from '#kit/server/area.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { beyondOutlet, refuseForeignRows, rowCheck } from '#kit/server/rows.ts'
import { mayCall, type Route } from '#kit/server/serve.ts'
import { pageOf } from '#kit/server/whole-list.ts'
import { type Export, ROWS_WITHOUT_REASON, refusals } from '../contract.ts'
import { EXPORTS } from './background.ts'
import { auditExport } from './book.ts'
import { loadExport } from './exports.ts'
import { listAt, takePlace } from './lists.ts'
import { allowedColumns, refuseUnknownColumns, type Wish } from './wish.ts'
import { inputOf, type Made, writeFile } from './write-file.ts'

/** Chosen rows are looked for in the whole list; from this many times the limit on, that is work for the background. */
const LONG_SEARCH = 20

/** Judges what is asked for, then writes the file at once or puts it in line. */
export async function makeExport(ctx: Ctx, wish: Wish): Promise<Export> {
  const list = listAt(ctx.services, wish.path)
  if (!mayCall(list.endpoint.access, ctx.actor) || beyondOutlet(list.endpoint, ctx.actor))
    throw accessRefusals.forbidden()
  await refuseForeignRows(
    ctx.db,
    rowCheck(list.endpoint, inputOf(list, wish, ctx.actor), ctx.actor, rowKindsOf(ctx.services.areas), ctx.now),
  )
  refuseUnknownColumns(list, wish)
  allowedColumns(list, wish, ctx.actor)
  const { total, expected } = await lookAhead(ctx, list, wish)
  if (!wish.reason && expected > ROWS_WITHOUT_REASON) throw refusals.reasonForRows({ Rows: ROWS_WITHOUT_REASON })
  await takePlace(ctx)

  const { exportRowsAtOnce } = ctx.services
  const long = expected > exportRowsAtOnce || (wish.scope === 'Selected' && total > LONG_SEARCH * exportRowsAtOnce)
  const made = long ? undefined : await writeFile({ ctx, list, wish, limits: 'report' })
  const ExportId = await insert(ctx, wish, expected, made)
  await auditExport(ctx, ExportId, wish, made?.rows)
  if (!made) await ctx.services.announce(ctx, 'job', EXPORTS)
  return loadExport(ctx, ExportId)
}

/** How many rows there will be, by the list's own use case. */
async function lookAhead(ctx: Ctx, list: Route, wish: Wish) {
  const input = inputOf(list, wish, ctx.actor)
  const asked = 'Rows' in input && wish.scope !== 'Page' ? { ...input, Page: 1, Rows: 1 } : input
  const { count, rows } = await pageOf(list, ctx, asked)
  const expected = { All: count, Page: rows.length, Selected: wish.keys?.length ?? 0 }[wish.scope]
  return { total: count, expected }
}

async function insert({ db, actor, now, today }: Ctx, wish: Wish, expected: number, made: Made | undefined) {
  const json = JSON.stringify
  const { rows } = await sql<{ ExportId: string }>`
    insert into export_job (path, title, input, columns, filters, format, scope, page, page_rows, key_field, keys, language, reason,
      status, rows_expected, rows_done, file_name, file_bytes, file_key, created_by_id, created_by, outlet_code,
      created_at, started_at, ended_at)
    values (${wish.path}, ${wish.title}, ${json(wish.input)}, ${json(wish.columns)}, ${json(wish.filters)}, ${wish.format}, ${wish.scope},
      ${wish.page}, ${wish.pageRows}, ${wish.keyField}, ${wish.keys && json(wish.keys)}, ${wish.language}, ${wish.reason},
      ${made ? 'Completed' : 'Queued'}, ${expected}, ${made?.rows ?? 0}, ${fileName(wish, today)},
      ${made?.bytes ?? null}, ${made?.fileKey ?? null}, ${actor.userId}, ${actor.name}, ${actor.outletCode},
      ${now}, ${made ? now : null}, ${made ? now : null})
    returning export_id`.execute(db)
  return rows[0]!.ExportId
}

/** `Members 2026-01-31.xlsx`: only for people to read. */
const fileName = ({ title, format }: Wish, today: string) =>
  `${title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80)} ${today}.${format.toLowerCase()}`
