import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Options, stringify } from 'csv-stringify'
import { type Cell, dateText } from './cells.ts'
import { harmless } from './harmless.ts'
import type { SheetOptions, SheetWriter } from './writer.ts'

/** How every CSV file of ours is written: RFC 4180, with the mark that tells a spreadsheet that this is UTF-8. */
export const csvOptions = {
  bom: true,
  record_delimiter: '\r\n',
  // Texts come here harmless; should one be forgotten, this is the second lock.
  escape_formulas: true,
  quoted_match: /^\s|\s$|;/,
  cast: { object: ({ exact }) => ({ value: String(exact), escape_formulas: false }) },
} as const satisfies Options

/** A number that begins with a minus is no formula. */
const csvValue = (cell: Cell) => {
  if (cell === null) return ''
  if (cell.type === 'text') return cell.text
  if (cell.type === 'number') return cell.exact.startsWith('-') ? { exact: cell.exact } : cell.exact
  return dateText(cell.wall, cell.type === 'instant')
}

export function csvWriter({ path, columns }: SheetOptions): SheetWriter {
  const lines = stringify(csvOptions)
  const done = pipeline(lines, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  // Thrown by `written` and `end`; who abandons does not ask.
  done.catch(() => {})
  lines.write(columns.map(({ label }) => harmless(label)))
  return {
    row: (cells) => void lines.write(cells.map(csvValue)),
    async written() {
      if (lines.writableNeedDrain) await Promise.race([new Promise((drained) => lines.once('drain', drained)), done])
    },
    async end() {
      lines.end()
      await done
    },
    abandon: () => void lines.destroy(new Error('The file is not wanted any more')),
  }
}
