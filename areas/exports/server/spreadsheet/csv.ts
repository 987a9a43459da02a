import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Options, stringify } from 'csv-stringify'
import { formatCellDate, type SheetCell } from './cells.ts'
import { escapeSpreadsheetFormula } from './escape-formula.ts'
import type { SheetOptions, SheetWriter } from './writer.ts'

/** The options of all CSV files: RFC 4180 with a byte order mark, by which spreadsheets recognise UTF-8. */
export const csvOptions = {
  bom: true,
  record_delimiter: '\r\n',
  // The option escapes formulas. It is a second safeguard, because the texts are already escaped.
  escape_formulas: true,
  quoted_match: /^\s|\s$|;/,
  cast: { object: ({ exact }) => ({ value: String(exact), escape_formulas: false }) },
} as const satisfies Options

/** Converts a cell to a CSV value. Negative numbers are not escaped as formulas. */
const csvValue = (cell: SheetCell) => {
  if (cell === null) return ''
  if (cell.type === 'text') return cell.text
  if (cell.type === 'number') return cell.exact.startsWith('-') ? { exact: cell.exact } : cell.exact
  return formatCellDate(cell.wall, cell.type === 'instant')
}

export function createCsvWriter({ path, columns }: SheetOptions): SheetWriter {
  const lines = stringify(csvOptions)
  const finished = pipeline(lines, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  // Handles the rejection in case the writer is abandoned. `written` and `end` report the error.
  finished.catch(() => {})
  lines.write(columns.map(({ label }) => escapeSpreadsheetFormula(label)))
  return {
    row: (cells) => void lines.write(cells.map(csvValue)),
    async written() {
      if (lines.writableNeedDrain)
        await Promise.race([new Promise((drained) => lines.once('drain', drained)), finished])
    },
    async end() {
      lines.end()
      await finished
    },
    abandon: () => void lines.destroy(new Error('The file is not wanted any more')),
  }
}
