import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { workbookRows } from '#kit/server/spreadsheet/read-xlsx.ts'
import { ArchiveRefused, ArchiveTooLarge, isArchive, type Unpacking } from '#kit/server/spreadsheet/zip.ts'
import { newUpload } from '#kit/server/upload.ts'
import { IMPORT_COLUMNS_MAX, refusals } from '../contract.ts'
import { dropUpload } from './uploads.ts'

/** Turns an uploaded workbook into the CSV file that everything else works with, in its place. Any other file stays as it is. */
export async function workbookToCsv(path: string, dataDir: string, unpacking: Unpacking): Promise<void> {
  if (!(await isArchive(path))) return
  const csv = await newUpload(dataDir)
  try {
    const lines = csvLines(workbookRows(path, unpacking, IMPORT_COLUMNS_MAX))
    await pipeline(Readable.from(lines), createWriteStream(csv, { mode: 0o600 }))
    await rename(csv, path)
  } catch (error) {
    if (error instanceof ArchiveTooLarge)
      throw error.tooTight
        ? refusals.packedTooTightly({ times: unpacking.timesMax })
        : refusals.unpackedTooLarge({ megabytes: Math.floor(unpacking.bytesMax / 1024 ** 2) })
    if (error instanceof ArchiveRefused)
      throw refusals.notCsv({ reason: `the workbook cannot be used, ${error.message}. Save it as CSV` })
    throw error
  } finally {
    await dropUpload(csv)
  }
}

const BATCH_CHARACTERS = 256 * 1024

/** Every row as long as the first one names columns, and longer only where it says more. */
async function* csvLines(rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  let columns: number | undefined
  let batch = ''
  for await (const row of rows) {
    columns ??= row.length
    while (row.length > columns && row.at(-1) === '') row.pop()
    while (row.length < columns) row.push('')
    batch += `${row.map(quoted).join(',')}\r\n`
    if (batch.length < BATCH_CHARACTERS) continue
    yield batch
    batch = ''
  }
  yield batch
}

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
