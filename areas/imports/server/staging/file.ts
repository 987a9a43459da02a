import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import type { Mapping } from '../../contract/mapping.ts'
import { IMPORT_COLUMNS_MAX, refusals, SAMPLE_ROWS } from '../../contract.ts'
import { headerAsTyped } from './mended.ts'

export type FileFormat = Pick<Mapping, 'encoding' | 'delimiter'>

/** A small archive may unpack to more than any disk holds. */
const UNPACKED_BYTES_MAX = 4 * 1024 ** 3

/** The file's bytes, unpacked if it is gzip, whatever its name says. */
export async function openFile(path: string): Promise<Readable> {
  // Looked at first: a stream of a file that is not there would fail where nobody listens yet.
  const packed = await isGzip(path)
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 })
  if (!packed) return bytes
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  let seen = 0
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length
      done(seen > UNPACKED_BYTES_MAX ? refusals.tooLarge({ megabytes: UNPACKED_BYTES_MAX / 1024 ** 2 }) : null, chunk)
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
  const columns = rows[0]
  if (!columns) throw refusals.notCsv({ reason: 'the file is empty' })
  if (columns.length > IMPORT_COLUMNS_MAX) throw refusals.notCsv({ reason: `it has ${columns.length} columns` })
  if (new Set(columns.map((name) => name.trim())).size < columns.length)
    throw refusals.notCsv({ reason: 'two columns have the same name' })
  return { columns: headerAsTyped(columns.map((name) => name.trim())), sample: rows.slice(1) }
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
export function lineCounter(tell: (lines: number) => void): Transform {
  let lines = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      tell(lines)
      done(null, chunk)
    },
  })
}
