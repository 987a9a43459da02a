import { Readable } from 'node:stream'
import type { FileFormat } from '../../contract/mapping.ts'
import { IMPORT_COLUMNS_MAX, importRefusals, type UploadedImport } from '../../contract.ts'
import { listWorkbookSheets, readWorkbookRows, SheetNotFoundError } from '../workbook/read-xlsx.ts'
import { ArchiveTooLargeError, type UnpackingLimits, UnreadableArchiveError } from '../workbook/zip.ts'

/** Returns the chosen sheet of a workbook as CSV, the form that all other code reads. */
export function readWorkbookAsCsv(path: string, unpacking: UnpackingLimits, format: FileFormat): Readable {
  return Readable.from(csvChunks(path, unpacking, format), { objectMode: false })
}

async function* csvChunks(path: string, unpacking: UnpackingLimits, { sheet, hiddenRows, headerRow }: FileFormat) {
  try {
    const options = { columnsMax: IMPORT_COLUMNS_MAX, sheet, skipHidden: hiddenRows === 'skip' }
    for await (const batch of csvLines(readWorkbookRows(path, unpacking, options), headerRow)) yield Buffer.from(batch)
  } catch (error) {
    throw refusalOf(error, unpacking)
  }
}

/** Describes a workbook for the user: its sheets, the sheet that is read, and the number of hidden rows. */
export async function describeWorkbook(
  path: string,
  unpacking: UnpackingLimits,
  sheet: string | null,
): Promise<NonNullable<UploadedImport['Workbook']>> {
  try {
    const { sheets, first } = await listWorkbookSheets(path, unpacking)
    let HiddenRows = 0
    const onHiddenRow = () => void HiddenRows++
    for await (const _ of readWorkbookRows(path, unpacking, { columnsMax: IMPORT_COLUMNS_MAX, sheet, onHiddenRow }));
    return {
      Sheet: sheet ?? first,
      Sheets: sheets.map(({ name, hidden }) => ({ Name: name, Hidden: hidden })),
      HiddenRows,
    }
  } catch (error) {
    throw refusalOf(error, unpacking)
  }
}

function refusalOf(error: unknown, { bytesMax, timesMax }: UnpackingLimits): unknown {
  if (error instanceof SheetNotFoundError) return importRefusals.noSheet({ sheet: error.message })
  if (error instanceof ArchiveTooLargeError)
    return error.tooTight
      ? importRefusals.packedTooTightly({ times: timesMax })
      : importRefusals.unpackedTooLarge({ megabytes: Math.floor(bytesMax / 1024 ** 2) })
  if (error instanceof UnreadableArchiveError)
    return importRefusals.notCsv({ reason: `the workbook cannot be used, ${error.message}. Save it as CSV` })
  return error
}

const BATCH_CHARACTERS = 256 * 1024

/** Pads rows from the header on to the length of the header. Cells beyond that length stay only if they have text. */
async function* csvLines(rows: AsyncIterable<string[]>, headerRow: number): AsyncGenerator<string> {
  let above = headerRow - 1
  let columns: number | undefined
  let batch = ''
  for await (const row of rows) {
    while (row.length > (columns ?? 1) && row.at(-1) === '') row.pop()
    if (above > 0) above--
    else columns ??= row.length
    while (row.length < (columns ?? 0)) row.push('')
    batch += `${row.map(quoted).join(',')}\r\n`
    if (batch.length < BATCH_CHARACTERS) continue
    yield batch
    batch = ''
  }
  yield batch
}

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
