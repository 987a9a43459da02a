import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import type pg from 'pg'
import { csvOptions, harmless } from '#areas/exports/server/index.ts'
import type { RowFault } from '../contract.ts'
import { ownField } from './customers/own-values.ts'
import type { Job } from './jobs.ts'
import { reasonsText } from './run.ts'
import { ownColumns } from './staging/corrected.ts'

const PAGE = 2_000

/** The failed rows as CSV: the columns of the file, the row's number and why it failed. Fixed, it can be imported as it is. */
export async function* failedRowsCsv(
  db: Pick<pg.Pool, 'query'>,
  { import_id, columns }: Pick<Job, 'import_id' | 'columns'>,
): AsyncGenerator<string> {
  // A file of failed rows that was imported has these columns already.
  const isOfFile = columns.map((name) => !(ownColumns as readonly string[]).includes(name))
  const ofFile = (cells: readonly string[]) => cells.filter((_, place) => isOfFile[place])
  yield stringify([[...ofFile(columns), ...ownColumns].map(cellOf)], csvOptions)
  const called = await namesOfOwn(db)
  for (let last = 0; ; ) {
    const { rows } = await db.query(
      `select first_row, reason, field, value, faults, content from import_row_result
       where import_id = $1 and result = 'Failed' and first_row > $2 order by first_row limit ${PAGE}`,
      [import_id, last],
    )
    if (rows.length === 0) return
    const lines = rows.map(({ first_row, reason, field, value, faults, content }) =>
      [
        ...ofFile((content as string[] | null) ?? columns.map(() => '')),
        String(first_row),
        reasonsText(
          ((faults as RowFault[] | null) ?? [{ Reason: reason, Field: field, Value: value }]).map((fault) => ({
            ...fault,
            Field: called.get(fault.Field ?? '') ?? fault.Field,
          })),
        ),
      ].map(cellOf),
    )
    yield stringify(lines, { ...csvOptions, bom: false })
    last = Number(rows.at(-1)!.first_row)
  }
}

/** People know the fields that the company added by their names. */
async function namesOfOwn(db: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> {
  const { rows } = await db.query<{ code: string; name: string }>(
    `select custom_field_code as code, custom_field_name as name from custom_field where object_type = 'Customer' and status <> 'Deleted'`,
  )
  return new Map(rows.map(({ code, name }) => [ownField(code), name]))
}

export async function failedRows(db: Pick<pg.Pool, 'query'>, job: Job, path: string): Promise<void> {
  await pipeline(Readable.from(failedRowsCsv(db, job)), createWriteStream(path))
}

/** What a spreadsheet would take for a formula is made text, and made what it was when it comes back; a plain number stays one. */
const cellOf = (value: string) => (/^[+-]?\d+(\.\d+)?$/.test(value) ? { exact: value } : harmless(value))
