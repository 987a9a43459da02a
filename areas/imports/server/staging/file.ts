import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { Refusal } from '#kit/contract/refusal.ts'
import { asTyped } from '#kit/server/spreadsheet/harmless.ts'
import type { Unpacking } from '#kit/server/spreadsheet/zip.ts'
import type { Mapping } from '../../contract/mapping.ts'
import { IMPORT_COLUMNS_MAX, refusals, SAMPLE_ROWS } from '../../contract.ts'
import { normalCell } from './normal-text.ts'

export type FileFormat = Pick<Mapping, 'encoding' | 'delimiter'>

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

/** Unpacks a packed file once from end to end, to nowhere: what it would become is known before anybody works with it. */
export async function requireUnpackable(path: string, unpacking: Unpacking): Promise<void> {
  if (!(await isGzip(path))) return
  try {
    await pipeline(await openFile(path, unpacking), new Writable({ write: (_chunk, _encoding, done) => done() }))
  } catch (error) {
    throw error instanceof Refusal ? error : refusals.notCsv({ reason: (error as Error).message.slice(0, 200) })
  }
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

/** The column names and the first rows of a file. */
export async function readHead(
  path: string,
  { encoding, delimiter }: FileFormat,
): Promise<{ columns: string[]; sample: string[][] }> {
  const bytes = await openFile(path)
  const rows: string[][] = []
  try {
    const parser = bytes.pipe(textOf(encoding)).pipe(
      parse({
        delimiter,
        bom: true,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        to: SAMPLE_ROWS + 1,
        max_record_size: 1_000_000,
      }),
    )
    bytes.on('error', (error) => parser.destroy(error))
    for await (const row of parser) rows.push(row as string[])
  } catch (error) {
    throw refusals.notCsv({ reason: (error as Error).message.slice(0, 200) })
  } finally {
    bytes.destroy()
  }
  const columns = rows[0]?.map((name) => asTyped(seen(name).trim()))
  if (!columns) throw refusals.notCsv({ reason: 'the file is empty' })
  if (columns.length > IMPORT_COLUMNS_MAX) throw refusals.notCsv({ reason: `it has ${columns.length} columns` })
  if (new Set(columns).size < columns.length) throw refusals.notCsv({ reason: 'two columns have the same name' })
  return { columns, sample: rows.slice(1).map((row) => row.map((cell) => asTyped(seen(cell)))) }
}

/** Turns bytes into UTF-8. Bytes that are no text become the replacement character, which a reader can find. */
export function textOf(encoding: FileFormat['encoding']): Transform {
  const decoder = new TextDecoder(encoding === 'utf8' ? 'utf-8' : encoding === 'latin1' ? 'latin1' : encoding)
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
