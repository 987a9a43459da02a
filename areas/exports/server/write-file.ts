import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { limits as allLimits } from '#kit/server/database.ts'
import type { Page } from '#kit/server/list.ts'
import { parseInput } from '#kit/server/privileges.ts'
import type { Route } from '#kit/server/serve.ts'
import { readWhole } from '#kit/server/whole-list.ts'
import { type ExportColumn, type ExportFormat, PDF_ROWS_MAX, refusals } from '../contract.ts'
import { aboutLines, aboutTitle, type Sum, totalWord } from './about.ts'
import { pdfWriter } from './document/pdf.ts'
import { ownAt } from './own.ts'
import { allowedColumns, allowedTotals, type ExportRequest, type ListAsked } from './request.ts'
import { type Cell, cellReader, type SheetColumn } from './spreadsheet/cells.ts'
import { csvWriter } from './spreadsheet/csv.ts'
import type { SheetOptions, SheetWriter } from './spreadsheet/writer.ts'
import { xlsxWriter } from './spreadsheet/xlsx.ts'

/** After this many rows other calls of the process have their turn. */
const ROWS_AT_ONCE = 100

export type Made = { rows: number; bytes: number; fileKey: string }

type Making = {
  ctx: Omit<Ctx, 'db'>
  list: Route
  request: ExportRequest
  limits: keyof typeof allLimits
  /** Whether a replica may be read; see late-read.ts. */
  replica?: 'of a job'
  /** Called with each chunk; throws when the file is not wanted any more. */
  reportProgress?: (rows: number) => Promise<void>
}

/** Writes the rows of a list into a file and keeps it under a name that nobody can guess. */
export async function writeFile({ ctx, list, request, limits, replica, reportProgress }: Making): Promise<Made> {
  const { services, actor, timeZone, now } = ctx
  const columns = allowedColumns(list, request, actor)
  const folder = join(services.longWork.dataDir, 'exports.making')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fileKey = `${randomBytes(24).toString('hex')}.${request.format.toLowerCase()}`
  const path = join(folder, fileKey)
  const sheet = {
    path,
    title: request.title,
    aboutTitle: aboutTitle(request),
    now,
    language: request.language,
    columns: columns.map(sheetColumn),
  }
  const cells = sheet.columns.map((column) => cellReader(column, timeZone))
  let rows = 0
  let totals: object | undefined
  const file = writers[request.format](sheet)
  try {
    await readRows({ ctx, list, asked: request, limits, ...(replica && { replica }) }, async (pages) => {
      for await (const page of pages) {
        for (const [place, row] of page.rows.entries()) {
          file.row(cells.map((cell) => cell(row)))
          if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate()
        }
        rows += page.rows.length
        if (request.format === 'PDF' && rows > PDF_ROWS_MAX) throw refusals.tooLongForPdf({ Rows: PDF_ROWS_MAX })
        totals = (page as { Totals?: object }).Totals
        await file.written()
        await reportProgress?.(rows)
      }
    })
    const totalsLeftOut = columns.length < request.columns.length
    // Added up over everything that matches, so they are not about chosen rows.
    const sums = totals && request.scope === 'All' ? addedUp(allowedTotals(list, request, actor), totals, timeZone) : []
    const about = aboutLines(request, { rows, by: actor.name, at: now, timeZone, totalsLeftOut, sums })
    await file.end(about, below(columns, sums, totalWord(request)))
    const { size } = await stat(path)
    await services.storage('exports').put(fileKey, createReadStream(path), size)
    return { rows, bytes: size, fileKey }
  } finally {
    file.abandon()
    await rm(path, { force: true })
  }
}

const writers: Record<ExportFormat, (sheet: SheetOptions) => SheetWriter> = {
  CSV: csvWriter,
  XLSX: xlsxWriter,
  PDF: pdfWriter,
}

const sheetColumn = ({ Field, Label, Kind, Words }: ExportColumn): SheetColumn => ({
  field: Field,
  label: Label,
  kind: Kind,
  words: Words,
})

const addedUp = (columns: readonly ExportColumn[], totals: object, timeZone: string): Sum[] =>
  columns.map((column) => ({
    field: column.Field,
    label: column.Label,
    cell: cellReader(sheetColumn(column), timeZone)(totals),
  }))

/** The sums under the columns that they are of; none where no column has one. */
function below(columns: readonly ExportColumn[], sums: readonly Sum[], word: Cell): Cell[] | undefined {
  const cells = columns.map(({ Field }) => sums.find(({ field }) => field === Field)?.cell ?? null)
  if (cells.every((cell) => cell === null)) return undefined
  return cells.map((cell, place) => cell ?? (place === 0 ? word : null))
}

/** Gives `work` what is asked of a list, chunk by chunk, as this person may read it. */
export const readRows = <Result>(
  { ctx, list, asked, limits, replica }: Pick<Making, 'ctx' | 'list' | 'limits' | 'replica'> & { asked: ListAsked },
  work: (pages: AsyncIterable<Page>) => Promise<Result>,
): Promise<Result> => {
  const reading = {
    database: ctx.services.longWork.database,
    timeZone: ctx.timeZone,
    limits: allLimits[limits],
    origin: originOf(ctx),
    ctx,
    ...(replica && { replica }),
    onePage: asked.scope === 'Page',
  }
  return readWhole(reading, list, inputOf(list, asked, ctx.actor), (pages) => work(chosen(pages, asked)))
}

/** The body of the list call, validated by its own contract. One page is asked for as the screen does. */
export function inputOf(
  { endpoint }: Route,
  { input, page, pageRows }: Pick<ListAsked, 'input' | 'page' | 'pageRows'>,
  actor: Actor,
): Record<string, unknown> {
  const { Page: _page, Rows: _rows, ...requested } = input
  const one = page && pageRows ? { Page: page, Rows: pageRows } : {}
  return parseInput(endpoint, { ...requested, ...one }, actor)
}

/** Of chosen rows only these, until all of them were met. */
async function* chosen(pages: AsyncIterable<Page>, { keys, keyField }: ListAsked) {
  if (!keys || !keyField) return yield* pages
  const target = new Set(keys)
  for await (const page of pages) {
    yield { ...page, rows: page.rows.filter((row) => target.delete(String(ownAt(row, keyField.split('.'))))) }
    if (target.size === 0) return
  }
}

export const originOf = ({ actor, sourceIP, requestId }: Pick<Ctx, 'actor' | 'sourceIP' | 'requestId'>) => ({
  userId: actor.userId,
  name: actor.name,
  outletCode: actor.outletCode,
  session: actor.sessionLabel,
  ip: sourceIP,
  requestId,
})
