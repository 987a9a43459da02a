import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import excel from '@protobi/exceljs'
import type { Cell, CellKind } from './cells.ts'
import { dateText } from './cells.ts'
import { harmless } from './harmless.ts'
import type { SheetOptions, SheetWriter } from './writer.ts'

const formats: Partial<Record<CellKind, string>> = {
  money: '#,##0.00',
  points: '#,##0',
  date: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm:ss AM/PM',
}
const widths: Partial<Record<CellKind, number>> = {
  money: 16,
  points: 12,
  number: 10,
  date: 12,
  instant: 24,
  status: 12,
}
const WIDTH_USUAL = 22

/** Days before are not counted alike by all spreadsheets. */
const FIRST_DAY = Date.UTC(1900, 2, 1)
const TEXT_MOST = 32_000
/** Digits beyond these a spreadsheet would round. */
const DIGITS_MOST = 15

export function xlsxWriter({ path, title, aboutTitle, columns, now }: SheetOptions): SheetWriter {
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  const written = finished(file)
  // Thrown by `written` and `end`; who abandons does not ask.
  written.catch(() => {})
  file.on('error', () => {})
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true, useSharedStrings: false })
  Object.assign(workbook, { creator: 'Carat', lastModifiedBy: 'Carat', created: now, modified: now })
  const name = sheetName(title)
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(({ label, kind }) => ({
    width: Math.max(widths[kind] ?? WIDTH_USUAL, Math.min([...label].length + 4, 40)),
    style: { numFmt: formats[kind] ?? 'General' },
  }))
  const head = sheet.addRow(columns.map(({ label }) => harmless(label)))
  head.font = { bold: true }
  head.commit()
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }

  return {
    row: (cells) => sheet.addRow(cells.map(excelValue)).commit(),
    written: () => drained(sheet, file, written),
    async end(about) {
      sheet.commit()
      const note = workbook.addWorksheet(name === aboutTitle ? `${aboutTitle} ` : sheetName(aboutTitle))
      note.columns = [{ width: 24 }, { width: 60 }]
      for (const line of about) {
        const row = note.addRow(line.map(excelValue))
        row.getCell(1).font = { bold: true }
        line.forEach((cell, place) => {
          if (cell?.type === 'instant' || cell?.type === 'date') row.getCell(place + 1).numFmt = formats[cell.type]!
        })
        row.getCell(2).alignment = { horizontal: 'left', wrapText: true }
        row.commit()
      }
      note.commit()
      await Promise.all([workbook.commit(), written])
    },
    abandon: () => void file.destroy(),
  }
}

function excelValue(cell: Cell) {
  if (cell === null) return null
  if (cell.type === 'text') return cell.text.length > TEXT_MOST ? `${cell.text.slice(0, TEXT_MOST)} […]` : cell.text
  if (cell.type === 'number')
    return cell.exact.replace(/\D/g, '').length > DIGITS_MOST ? cell.exact : Number(cell.exact)
  return cell.wall.getTime() < FIRST_DAY ? dateText(cell.wall, cell.type === 'instant') : cell.wall
}

/** What a sheet may be called: 31 characters, and none of these. */
const sheetName = (title: string) =>
  title
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31) || 'Rows'

/** The library writes on without asking whether anybody keeps up; so we ask, through the pipes it has laid. */
async function drained(sheet: excel.Worksheet, file: NodeJS.WritableStream, written: Promise<void>) {
  const { pipes } = (sheet as unknown as { stream: { pipes: Pending[] } }).stream
  while (pipes.some(({ writableLength, readableLength = 0 }) => writableLength + readableLength > BACKLOG_MOST)) {
    await Promise.race([new Promise((next) => setImmediate(next)), written])
    if ((file as unknown as { destroyed: boolean }).destroyed) return written
  }
}

type Pending = { writableLength: number; readableLength?: number }
const BACKLOG_MOST = 4 * 1024 * 1024
