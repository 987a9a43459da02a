import { createWriteStream } from 'node:fs'
import { ZipStream } from '../zip.ts'
import { formatCellDate, type SheetCell, type SheetCellKind } from './cells.ts'
import { escapeSpreadsheetFormula } from './escape-formula.ts'
import type { SheetOptions, SheetWriter } from './writer.ts'
import {
  buildWorkbookParts,
  type CellStyleName,
  cellStyleNumbers,
  escapeXmlText,
  sheetXmlAfterRows,
  sheetXmlBeforeRows,
  toColumnLetters,
} from './xlsx-parts.ts'

const columnStyles: Partial<Record<SheetCellKind, CellStyleName>> = {
  money: 'money',
  points: 'points',
  date: 'date',
  instant: 'instant',
}
const widths: Partial<Record<SheetCellKind, number>> = {
  money: 16,
  points: 12,
  number: 10,
  date: 12,
  instant: 24,
  status: 12,
}
const DEFAULT_WIDTH = 22

/** Dates before 1 March 1900 are written as text, because spreadsheets wrongly treat 1900 as a leap year. */
const FIRST_DAY = Date.UTC(1900, 2, 1)
/** The date that spreadsheets count as day 0 is 1899-12-30. */
const DAYS_BEFORE_1970 = 25_569
const DAY_MS = 86_400_000
const TEXT_LENGTH_MAX = 32_000
/** The maximum number of digits that spreadsheets store exactly. */
const DIGITS_MAX = 15

/** Writes a workbook with two sheets: the rows of the list, and the description of the file. */
export function createXlsxWriter({ path, title, aboutTitle, columns, now }: SheetOptions): SheetWriter {
  const zip = new ZipStream(createWriteStream(path, { mode: 0o600, flags: 'wx' }), now)
  const name = sheetName(title)
  const about = sheetName(aboutTitle)
  // The names of sheets must be unique regardless of case.
  const sheets = [name, about.toLowerCase() === name.toLowerCase() ? `${about} ` : about] as const
  const styles = columns.map(({ kind }) => columnStyles[kind] ?? 'general')
  let rows = 1

  for (const [part, xml] of Object.entries(buildWorkbookParts(sheets, now)))
    zip.addEntry({ name: part, content: Buffer.from(xml) })
  zip.startEntry('xl/worksheets/sheet1.xml')
  zip.write(
    sheetXmlBeforeRows(
      columns.map(({ label, kind }, column) => ({
        width: Math.max(widths[kind] ?? DEFAULT_WIDTH, Math.min([...label].length + 4, 40)),
        style: styles[column]!,
      })),
      { isMain: true },
    ),
  )
  zip.write(
    rowXml(
      1,
      columns.map(({ label }) => ({ type: 'text', text: escapeSpreadsheetFormula(label) })),
      columns.map(() => 'bold'),
    ),
  )

  return {
    row: (cells) => zip.write(rowXml(++rows, cells, styles)),
    written: () => zip.drained(),
    async end(lines) {
      zip.write(sheetXmlAfterRows(`A1:${toColumnLetters(columns.length - 1)}${rows}`))
      await zip.endEntry()
      zip.startEntry('xl/worksheets/sheet2.xml')
      zip.write(sheetXmlBeforeRows([{ width: 24 }, { width: 60 }]))
      lines.forEach((line, index) => {
        zip.write(rowXml(index + 1, line, ['bold', aboutStyle(line[1])]))
      })
      zip.write(sheetXmlAfterRows())
      await zip.endEntry()
      await zip.end()
    },
    abandon: () => zip.abandon(),
  }
}

const aboutStyle = (cell: SheetCell | undefined): CellStyleName =>
  cell?.type === 'date' ? 'aboutDate' : cell?.type === 'instant' ? 'aboutInstant' : 'aboutText'

function rowXml(row: number, cells: readonly SheetCell[], styles: readonly CellStyleName[]): string {
  let xml = `<row r="${row}">`
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column]!
    const value = cell === null ? null : cellValue(cell)
    if (value === null) continue
    const start = `<c r="${toColumnLetters(column)}${row}" s="${cellStyleNumbers[styles[column] ?? 'general']}"`
    xml +=
      typeof value === 'number'
        ? `${start}><v>${value}</v></c>`
        : `${start} t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(value)}</t></is></c>`
  }
  return `${xml}</row>`
}

/** Returns the number or text that a cell of the workbook stores. A date is stored as a number of days. */
function cellValue(cell: NonNullable<SheetCell>): number | string {
  if (cell.type === 'text')
    return cell.text.length > TEXT_LENGTH_MAX ? `${cell.text.slice(0, TEXT_LENGTH_MAX)} […]` : cell.text
  if (cell.type === 'number') return cell.exact.replace(/\D/g, '').length > DIGITS_MAX ? cell.exact : Number(cell.exact)
  const time = cell.wall.getTime()
  return time < FIRST_DAY ? formatCellDate(cell.wall, cell.type === 'instant') : time / DAY_MS + DAYS_BEFORE_1970
}

/** Returns a valid sheet name: at most 31 characters, no reserved signs, and not `History`, which Excel reserves. */
function sheetName(title: string): string {
  const name = title
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31)
  return /^history$/i.test(name) ? `${name}_` : name || 'Rows'
}
