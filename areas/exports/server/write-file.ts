import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { transactionTimeouts as allLimits } from '#kit/server/database.ts'
import type { ListPage } from '#kit/server/list.ts'
import { parseInput } from '#kit/server/privileges.ts'
import type { Route } from '#kit/server/serve.ts'
import { readWholeList } from '#kit/server/whole-list.ts'
import { type ExportColumn, type ExportFormat, exportRefusals, PDF_EXPORT_ROWS_MAX } from '../contract.ts'
import { createPdfWriter } from './document/pdf.ts'
import { type FileTotal, fileDescriptionLines, fileDescriptionTitle, fileTotalLabel } from './file-description.ts'
import { readOwnPropertyAtPath } from './own-value-at.ts'
import { type ExportedListQuery, type ExportRequest, filterAllowedColumns, filterAllowedTotals } from './request.ts'
import { createCellReader, type SheetCell, type SheetColumn } from './spreadsheet/cells.ts'
import { createCsvWriter } from './spreadsheet/csv.ts'
import type { SheetOptions, SheetWriter } from './spreadsheet/writer.ts'
import { createXlsxWriter } from './spreadsheet/xlsx.ts'

/** The number of rows after which the writer lets other work of the process run. */
const ROWS_AT_ONCE = 100

export type WrittenFile = { rows: number; bytes: number; fileKey: string }

type WriteOptions = {
  ctx: Omit<Ctx, 'db'>
  list: Route
  request: ExportRequest
  limits: keyof typeof allLimits
  /** Set if the rows of the export can be read from a replica of the database. */
  replica?: 'of a job'
  /** Called after each chunk of rows. Throws if the export was cancelled. */
  reportProgress?: (rows: number) => Promise<void>
}

/** Writes the rows of a list to a file, and stores the file under a key that cannot be guessed. */
export async function writeExportFile({
  ctx,
  list,
  request,
  limits,
  replica,
  reportProgress,
}: WriteOptions): Promise<WrittenFile> {
  const { services, actor, timeZone, now } = ctx
  const columns = filterAllowedColumns(list, request, actor)
  const folder = join(services.longWork.dataDir, 'exports.making')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fileKey = `${randomBytes(24).toString('hex')}.${request.format.toLowerCase()}`
  const path = join(folder, fileKey)
  const sheet = {
    path,
    title: request.title,
    aboutTitle: fileDescriptionTitle(request),
    now,
    language: request.language,
    columns: columns.map(sheetColumn),
  }
  const cells = sheet.columns.map((column) => createCellReader(column, timeZone))
  let rows = 0
  let totals: object | undefined
  const file = writers[request.format](sheet)
  try {
    await readExportedListRows({ ctx, list, query: request, limits, ...(replica && { replica }) }, async (pages) => {
      for await (const page of pages) {
        for (const [index, row] of page.rows.entries()) {
          file.row(cells.map((cell) => cell(row)))
          if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate()
        }
        rows += page.rows.length
        if (request.format === 'PDF' && rows > PDF_EXPORT_ROWS_MAX)
          throw exportRefusals.tooLongForPdf({ Rows: PDF_EXPORT_ROWS_MAX })
        totals = (page as { Totals?: object }).Totals
        await file.written()
        await reportProgress?.(rows)
      }
    })
    const totalsLeftOut = columns.length < request.columns.length
    // Totals cover all matching rows, so exports of selected rows and of pages have no totals.
    const sums =
      totals && request.scope === 'All' ? totalsAsSums(filterAllowedTotals(list, request, actor), totals, timeZone) : []
    const about = fileDescriptionLines(request, { rows, by: actor.name, at: now, timeZone, totalsLeftOut, sums })
    await file.end(about, totalsRow(columns, sums, fileTotalLabel(request)))
    const { size } = await stat(path)
    await services.storage('exports').put(fileKey, createReadStream(path), size)
    return { rows, bytes: size, fileKey }
  } finally {
    file.abandon()
    await rm(path, { force: true })
  }
}

const writers: Record<ExportFormat, (sheet: SheetOptions) => SheetWriter> = {
  CSV: createCsvWriter,
  XLSX: createXlsxWriter,
  PDF: createPdfWriter,
}

const sheetColumn = ({ Field, Label, Kind, Words }: ExportColumn): SheetColumn => ({
  field: Field,
  label: Label,
  kind: Kind,
  words: Words,
})

const totalsAsSums = (columns: readonly ExportColumn[], totals: object, timeZone: string): FileTotal[] =>
  columns.map((column) => ({
    field: column.Field,
    label: column.Label,
    cell: createCellReader(sheetColumn(column), timeZone)(totals),
  }))

/** Returns the totals as a row of cells, each under its column; undefined if no column has a total. */
function totalsRow(
  columns: readonly ExportColumn[],
  sums: readonly FileTotal[],
  word: SheetCell,
): SheetCell[] | undefined {
  const cells = columns.map(({ Field }) => sums.find(({ field }) => field === Field)?.cell ?? null)
  if (cells.every((cell) => cell === null)) return undefined
  return cells.map((cell, index) => cell ?? (index === 0 ? word : null))
}

/** Passes the rows of a list to `work`, chunk by chunk, with the user's rights. */
export const readExportedListRows = <Result>(
  {
    ctx,
    list,
    query,
    limits,
    replica,
  }: Pick<WriteOptions, 'ctx' | 'list' | 'limits' | 'replica'> & { query: ExportedListQuery },
  work: (pages: AsyncIterable<ListPage>) => Promise<Result>,
): Promise<Result> => {
  const reading = {
    database: ctx.services.longWork.database,
    timeZone: ctx.timeZone,
    limits: allLimits[limits],
    origin: exportCallOrigin(ctx),
    ctx,
    ...(replica && { replica }),
    onePage: query.scope === 'Page',
  }
  return readWholeList(reading, list, buildExportedListInput(list, query, ctx.actor), (pages) =>
    work(filterSelected(pages, query)),
  )
}

/**
 * Returns the input for the endpoint of the list, validated by the contract of the list.
 * The input for an export of one page requests only this page, as the screen does.
 */
export function buildExportedListInput(
  { endpoint }: Route,
  { input, page, pageRows }: Pick<ExportedListQuery, 'input' | 'page' | 'pageRows'>,
  actor: Actor,
): Record<string, unknown> {
  const { Page: _page, Rows: _rows, ...requested } = input
  const pageInput = page && pageRows ? { Page: page, Rows: pageRows } : {}
  return parseInput(endpoint, { ...requested, ...pageInput }, actor)
}

/** Yields only the rows with the selected keys, and stops once all keys were found. */
async function* filterSelected(pages: AsyncIterable<ListPage>, { keys, keyField }: ExportedListQuery) {
  if (!keys || !keyField) return yield* pages
  const remaining = new Set(keys)
  for await (const page of pages) {
    yield {
      ...page,
      rows: page.rows.filter((row) => remaining.delete(String(readOwnPropertyAtPath(row, keyField.split('.'))))),
    }
    if (remaining.size === 0) return
  }
}

export const exportCallOrigin = ({ actor, sourceIP, requestId }: Pick<Ctx, 'actor' | 'sourceIP' | 'requestId'>) => ({
  userId: actor.userId,
  name: actor.name,
  outletCode: actor.outletCode,
  session: actor.sessionLabel,
  ip: sourceIP,
  requestId,
})
