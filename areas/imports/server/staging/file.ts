import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { asTyped } from '#areas/exports/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { FileFormat } from '../../contract/mapping.ts'
import { IMPORT_COLUMNS_MAX, refusals, SAMPLE_ROWS } from '../../contract.ts'
import { isArchive, type Unpacking } from '../workbook/zip.ts'
import { decoderOf, normalCell } from './normal-text.ts'
import { workbookCsv } from './workbook.ts'

/** A small archive may unpack to more than any disk holds, and to more rows than anybody waits for. */
export type { Unpacking }

/** What the command line takes, whose files are the operator's own. */
const ownFiles: Unpacking = { bytesMax: 4 * 1024 ** 3, timesMax: Number.POSITIVE_INFINITY }

/** So little may be packed as tightly as it likes. */
const TIGHT_FROM = 10 * 1024 ** 2

/** The file's bytes, unpacked if it is gzip, whatever its name says. */
export async function openFile(path: string, unpacking: Unpacking = ownFiles): Promise<Readable> {
  // Looked at first: a stream of a file that is not there would fail where nobody listens yet.
  const packed = await isGzip(path)
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 })
  if (!packed) return bytes
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  const most = Math.max(TIGHT_FROM, (await stat(path)).size * unpacking.timesMax)
  let seen = 0
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length
      if (seen > unpacking.bytesMax)
        done(refusals.unpackedTooLarge({ megabytes: Math.floor(unpacking.bytesMax / 1024 ** 2) }))
      else if (seen > most) done(refusals.packedTooTightly({ times: unpacking.timesMax }))
      else done(null, chunk)
    },
  })
  // Piped by hand, so that an error of any part ends the last one, which is what the caller listens to.
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

type ContentOptions = { unpacking?: Unpacking | undefined }

/** What a file holds as CSV: its bytes, unpacked, or the rows of the chosen sheet of a workbook. */
export async function openContent(
  path: string,
  format: FileFormat,
  { unpacking }: ContentOptions = {},
): Promise<{ bytes: Readable } & Pick<FileFormat, 'encoding' | 'delimiter'>> {
  if (await isArchive(path))
    return { bytes: workbookCsv(path, unpacking ?? ownFiles, format), encoding: 'utf8', delimiter: ',' }
  const bytes = await openFile(path, unpacking)
  const { encoding, delimiter } = format
  if (encoding !== 'utf-16le') return { bytes, encoding, delimiter }
  const text = textOf(encoding)
  bytes.on('error', (error) => text.destroy(error))
  text.on('close', () => bytes.destroy())
  return { bytes: bytes.pipe(text), encoding: 'utf8', delimiter }
}

/** The rows of a file from the one that names the columns on, as they stand there. Blank lines are no rows. */
export async function* readRows(path: string, format: FileFormat, options?: ContentOptions): AsyncGenerator<string[]> {
  const { bytes, encoding, delimiter } = await openContent(path, format, options)
  const parser = parse({
    delimiter,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // A quote in the middle of a field is text.
    relax_quotes: true,
    max_record_size: 1_000_000,
  })
  bytes.on('error', (error) => parser.destroy(error))
  let toHeader = format.headerRow
  try {
    for await (const row of bytes.pipe(textOf(encoding)).pipe(parser) as AsyncIterable<string[]>) {
      if (toHeader > 0 && (isBlank(row) || --toHeader > 0)) continue
      yield row
    }
  } finally {
    bytes.destroy()
  }
}

/** Whether the first line of a file is the row that names the columns. */
export async function beginsWithHeader(path: string, format: FileFormat, options?: ContentOptions): Promise<boolean> {
  const { bytes, delimiter } = await openContent(path, format, options)
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      const [line = ''] = chunk
        .toString('latin1')
        .replace(/^\xef\xbb\xbf/, '')
        .split('\n', 1)
      return format.headerRow === 1 && !isBlank(line.split(delimiter))
    }
    return true
  } finally {
    bytes.destroy()
  }
}

/** Rows of separators only. */
export const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

/** The column names and the first rows of a file. */
export async function readHead(
  path: string,
  format: FileFormat,
  unpacking?: Unpacking,
): Promise<{ columns: string[]; sample: string[][] }> {
  const rows: string[][] = []
  try {
    for await (const row of readRows(path, format, { unpacking })) {
      if (isBlank(row)) continue
      rows.push(row)
      if (rows.length > SAMPLE_ROWS) break
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refusals.notCsv({ reason: (error as Error).message.slice(0, 200) })
  }
  const columns = rows[0]?.map((name, place) => asTyped(seen(name).trim()) || `Column ${place + 1}`)
  if (!columns) throw refusals.notCsv({ reason: 'the file is empty' })
  if (columns.length > IMPORT_COLUMNS_MAX) throw refusals.notCsv({ reason: `it has ${columns.length} columns` })
  if (new Set(columns).size < columns.length) throw refusals.notCsv({ reason: 'two columns have the same name' })
  return { columns, sample: rows.slice(1).map((row) => row.map((cell) => asTyped(seen(cell)))) }
}

/** Turns bytes into UTF-8. Bytes that are no text become the replacement character, which a reader can find. */
export function textOf(encoding: FileFormat['encoding']): Transform {
  const decoder = decoderOf(encoding)
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  })
}

/** Counts line ends on the way: near enough to show how far a file has been read. */
export function lineCounter(reportProgress: (lines: number) => void): Transform {
  let lines = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      reportProgress(lines)
      done(null, chunk)
    },
  })
}

/** What no database keeps as text is shown as what cannot be read; the row is refused later, by its number. */
const seen = (cell: string) => normalCell(cell.replaceAll('\0', '\u{fffd}'))
