import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Job } from './jobs.ts'
import { reasonText } from './run.ts'

const PAGE = 2_000

/** The failed rows as CSV: the columns of the file, the row's number and why it failed. Mended, it can be imported as it is. */
export async function* failedRowsCsv(
  db: Pick<pg.Pool, 'query'>,
  { import_id, columns }: Pick<Job, 'import_id' | 'columns'>,
): AsyncGenerator<string> {
  // The mark tells a spreadsheet that this is UTF-8.
  yield `\ufeff${[...columns, 'ImportRow', 'ImportReason'].map(cellOf).join(',')}\r\n`
  for (let last = 0; ; ) {
    const { rows } = await db.query(
      `select first_row, reason, field, value, content from import_row_result
       where import_id = $1 and result = 'Failed' and first_row > $2 order by first_row limit ${PAGE}`,
      [import_id, last],
    )
    if (rows.length === 0) return
    yield rows
      .map(({ first_row, reason, field, value, content }) =>
        [...(content as string[]), String(first_row), reasonText({ Reason: reason, Field: field, Value: value })]
          .map(cellOf)
          .join(','),
      )
      .join('\r\n')
      .concat('\r\n')
    last = Number(rows.at(-1)!.first_row)
  }
}

export async function failedRows(db: Pick<pg.Pool, 'query'>, job: Job, path: string): Promise<void> {
  await pipeline(Readable.from(failedRowsCsv(db, job)), createWriteStream(path))
}

/** What a spreadsheet would take for a formula is made text by an apostrophe; a plain number stays one. */
function cellOf(value: string) {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
