import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import type pg from 'pg'
import { csvOptions, escapeSpreadsheetFormula } from '#areas/exports/server/index.ts'
import type { RowFault } from '../contract.ts'
import { customFieldMappingName } from './customers/custom-values.ts'
import type { StoredImport } from './jobs.ts'
import { formatRowReasons } from './run.ts'
import { failedRowsExtraColumns } from './staging/rows-as-typed.ts'

const PAGE = 2_000

/** Writes the failed rows as CSV with the file's columns, the row number and the reasons, for a corrected import. */
export async function* createFailedRowsCsv(
  db: Pick<pg.Pool, 'query'>,
  { import_id, columns }: Pick<StoredImport, 'import_id' | 'columns'>,
): AsyncGenerator<string> {
  // A file of failed rows that was imported again already has these columns.
  const isFileColumn = columns.map((name) => !(failedRowsExtraColumns as readonly string[]).includes(name))
  const fileCells = (cells: readonly string[]) => cells.filter((_, index) => isFileColumn[index])
  yield stringify([[...fileCells(columns), ...failedRowsExtraColumns].map(cellOf)], csvOptions)
  const fieldNames = await customFieldNames(db)
  for (let last = 0; ; ) {
    const { rows } = await db.query(
      `select first_row, reason, field, value, faults, content from import_row_result
       where import_id = $1 and result = 'Failed' and first_row > $2 order by first_row limit ${PAGE}`,
      [import_id, last],
    )
    if (rows.length === 0) return
    const lines = rows.map(({ first_row, reason, field, value, faults, content }) =>
      [
        ...fileCells((content as string[] | null) ?? columns.map(() => '')),
        String(first_row),
        formatRowReasons(
          ((faults as RowFault[] | null) ?? [{ Reason: reason, Field: field, Value: value }]).map((fault) => ({
            ...fault,
            Field: fieldNames.get(fault.Field ?? '') ?? fault.Field,
          })),
        ),
      ].map(cellOf),
    )
    yield stringify(lines, { ...csvOptions, bom: false })
    last = Number(rows.at(-1)!.first_row)
  }
}

/** Returns the display names of the custom fields by their mapping name. */
async function customFieldNames(db: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> {
  const { rows } = await db.query<{ code: string; name: string }>(
    `select custom_field_code as code, custom_field_name as name from custom_field where object_type = 'Customer' and status <> 'Deleted'`,
  )
  return new Map(rows.map(({ code, name }) => [customFieldMappingName(code), name]))
}

export async function writeFailedRowsFile(db: Pick<pg.Pool, 'query'>, job: StoredImport, path: string): Promise<void> {
  await pipeline(Readable.from(createFailedRowsCsv(db, job)), createWriteStream(path))
}

/** Escapes text that a spreadsheet would run as a formula, except numbers. An import removes the escape. */
const cellOf = (value: string) =>
  /^[+-]?\d+(\.\d+)?$/.test(value) ? { exact: value } : escapeSpreadsheetFormula(value)
