import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { unescapeSpreadsheetFormula } from '#areas/exports/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { FileFormat } from '../../contract/mapping.ts'
import { IMPORT_COLUMNS_MAX, IMPORT_SAMPLE_ROWS, importRefusals } from '../../contract.ts'
import { isZipArchive, type UnpackingLimits } from '../workbook/zip.ts'
import { createDecoder, normaliseCell } from './normal-text.ts'
import { readWorkbookAsCsv } from './workbook.ts'

export type { UnpackingLimits }

/** The limits for files of the command line, which the operator trusts. */
const operatorLimits: UnpackingLimits = { bytesMax: 4 * 1024 ** 3, timesMax: Number.POSITIVE_INFINITY }

/** The compression ratio of a file below this size is not limited. */
const TIGHT_FROM = 10 * 1024 ** 2

/** Opens the bytes of a file. The bytes are unpacked if their content is gzip, whatever the name of the file. */
export async function openUnpackedFile(path: string, unpacking: UnpackingLimits = operatorLimits): Promise<Readable> {
  // The content is read first, so that the error of a missing file is raised here, before a stream without listeners exists.
  const isPacked = await isGzip(path)
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 })
  if (!isPacked) return bytes
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  const bytesByRatio = Math.max(TIGHT_FROM, (await stat(path)).size * unpacking.timesMax)
  let bytesRead = 0
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytesRead += chunk.length
      if (bytesRead > unpacking.bytesMax)
        done(importRefusals.unpackedTooLarge({ megabytes: Math.floor(unpacking.bytesMax / 1024 ** 2) }))
      else if (bytesRead > bytesByRatio) done(importRefusals.packedTooTightly({ times: unpacking.timesMax }))
      else done(null, chunk)
    },
  })
  // The errors of all streams are forwarded to the last stream, because the caller listens only to that stream.
  bytes.on('error', (error) => limit.destroy(error))
  unpacked.on('error', (error) => limit.destroy(error))
  limit.on('close', () => {
    bytes.destroy()
    unpacked.destroy()
  })
  return bytes.pipe(unpacked).pipe(limit)
}

async function isGzip(path: string) {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

type ContentOptions = { unpacking?: UnpackingLimits | undefined }

/** Returns the content of a file as CSV: the unpacked bytes, or the rows of the chosen sheet of a workbook. */
export async function openContentAsCsv(
  path: string,
  format: FileFormat,
  { unpacking }: ContentOptions = {},
): Promise<{ bytes: Readable } & Pick<FileFormat, 'encoding' | 'delimiter'>> {
  if (await isZipArchive(path))
    return { bytes: readWorkbookAsCsv(path, unpacking ?? operatorLimits, format), encoding: 'utf8', delimiter: ',' }
  const bytes = await openUnpackedFile(path, unpacking)
  const { encoding, delimiter } = format
  if (encoding !== 'utf-16le') return { bytes, encoding, delimiter }
  const text = createUtf8Decoder(encoding)
  bytes.on('error', (error) => text.destroy(error))
  text.on('close', () => bytes.destroy())
  return { bytes: bytes.pipe(text), encoding: 'utf8', delimiter }
}

/** Yields the rows of a file from the header row on, unchanged and without blank lines. */
export async function* readFileRows(
  path: string,
  format: FileFormat,
  options?: ContentOptions,
): AsyncGenerator<string[]> {
  const { bytes, encoding, delimiter } = await openContentAsCsv(path, format, options)
  const parser = parse({
    delimiter,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // A quotation mark in the middle of a CSV field is text.
    relax_quotes: true,
    max_record_size: 1_000_000,
  })
  bytes.on('error', (error) => parser.destroy(error))
  let toHeader = format.headerRow
  try {
    for await (const row of bytes.pipe(createUtf8Decoder(encoding)).pipe(parser) as AsyncIterable<string[]>) {
      if (toHeader > 0 && (isBlankRow(row) || --toHeader > 0)) continue
      yield row
    }
  } finally {
    bytes.destroy()
  }
}

/** True if the first line of a file is the header row. */
export async function hasHeaderInFirstLine(
  path: string,
  format: FileFormat,
  options?: ContentOptions,
): Promise<boolean> {
  const { bytes, delimiter } = await openContentAsCsv(path, format, options)
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      const [line = ''] = chunk
        .toString('latin1')
        .replace(/^\xef\xbb\xbf/, '')
        .split('\n', 1)
      return format.headerRow === 1 && !isBlankRow(line.split(delimiter))
    }
    return true
  } finally {
    bytes.destroy()
  }
}

/** True for a row whose cells are all empty. */
export const isBlankRow = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

/** Reads the column names and the first rows of a file. */
export async function readColumnsAndFirstRows(
  path: string,
  format: FileFormat,
  unpacking?: UnpackingLimits,
): Promise<{ columns: string[]; sample: string[][] }> {
  const rows: string[][] = []
  try {
    for await (const row of readFileRows(path, format, { unpacking })) {
      if (isBlankRow(row)) continue
      rows.push(row)
      if (rows.length > IMPORT_SAMPLE_ROWS) break
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw importRefusals.notCsv({ reason: (error as Error).message.slice(0, 200) })
  }
  const columns = rows[0]?.map(
    (name, index) => unescapeSpreadsheetFormula(toVisibleCell(name).trim()) || `Column ${index + 1}`,
  )
  if (!columns) throw importRefusals.notCsv({ reason: 'the file is empty' })
  if (columns.length > IMPORT_COLUMNS_MAX) throw importRefusals.notCsv({ reason: `it has ${columns.length} columns` })
  if (new Set(columns).size < columns.length) throw importRefusals.notCsv({ reason: 'two columns have the same name' })
  return {
    columns,
    sample: rows.slice(1).map((row) => row.map((cell) => unescapeSpreadsheetFormula(toVisibleCell(cell)))),
  }
}

/** Converts bytes to UTF-8. Invalid bytes become the replacement character. */
export function createUtf8Decoder(encoding: FileFormat['encoding']): Transform {
  const decoder = createDecoder(encoding)
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  })
}

/** Counts the line ends while the bytes pass, to estimate the progress. */
export function createLineCounter(reportProgress: (lines: number) => void): Transform {
  let lines = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      reportProgress(lines)
      done(null, chunk)
    },
  })
}

/** Replaces NUL, which PostgreSQL cannot store, by the replacement character. The row with this character fails later. */
const toVisibleCell = (cell: string) => normaliseCell(cell.replaceAll('\0', '\u{fffd}'))
