import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'

// The parts of a ZIP file are read one at a time, within limits of size.
// The reader supports stored and deflated parts, which are all that workbooks need. It supports no encryption or ZIP64.

/** The error of an archive that cannot be read. Its message gives the reason in plain words. */
export class UnreadableArchiveError extends Error {}

/** The error of an archive that exceeds the limit of unpacked bytes or of the compression ratio. */
export class ArchiveTooLargeError extends Error {
  readonly tooTight: boolean

  constructor(tooTight: boolean) {
    super(tooTight ? 'it is packed too tightly' : 'it is too large')
    this.tooTight = tooTight
  }
}

export type UnpackingLimits = { bytesMax: number; timesMax: number }

type Part = { offset: number; packed: number; method: number }

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const COMMENT_BYTES_MAX = 65_535
const DIRECTORY_BYTES_MAX = 4 * 1024 ** 2
const STORED = 0
const DEFLATED = 8
const WIDE = 0xffff_ffff
/** The compression ratio of an archive below this size is not limited. */
const TIGHT_FROM = 10 * 1024 ** 2

export async function isZipArchive(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.readUInt32LE() === LOCAL
  } finally {
    await file.close()
  }
}

const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const COMPOUND_SEARCH_BYTES = 4 * 1024 ** 2

/** Returns 'old' for a workbook of Excel 97-2003, 'encrypted' for one with a password, and undefined for other files. */
export async function createUnreadableWorkbookError(path: string): Promise<'old' | 'encrypted' | undefined> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (!(await bytesAt(file, 0, Math.min(size, COMPOUND.length))).equals(COMPOUND)) return undefined
    // The names of a workbook's parts are stored near the beginning or the end of the file.
    const length = Math.min(size, COMPOUND_SEARCH_BYTES)
    const ends = [await bytesAt(file, 0, length), await bytesAt(file, size - length, length)]
    const name = Buffer.from('EncryptedPackage', 'utf16le')
    return ends.some((bytes) => bytes.includes(name)) ? 'encrypted' : 'old'
  } finally {
    await file.close()
  }
}

/** Opens an archive. `read` streams the text of a part; the limits apply to all parts together. */
export async function openZipArchive(path: string, { bytesMax, timesMax }: UnpackingLimits) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const parts = await directoryOf(file, size)
    const bytesByRatio = Math.max(TIGHT_FROM, size * timesMax)
    let unpackedBytes = 0

    async function* read(name: string): AsyncGenerator<string> {
      const part = parts.get(name)
      if (!part) throw new UnreadableArchiveError(`${name} is missing`)
      const decoder = new TextDecoder('utf-8')
      for await (const chunk of bytesOf(path, await startOf(file, part), part)) {
        unpackedBytes += chunk.length
        if (unpackedBytes > bytesMax) throw new ArchiveTooLargeError(false)
        if (unpackedBytes > bytesByRatio) throw new ArchiveTooLargeError(true)
        yield decoder.decode(chunk, { stream: true })
      }
      yield decoder.decode()
    }
    return { has: (name: string) => parts.has(name), read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}
export type ZipArchive = Awaited<ReturnType<typeof openZipArchive>>

async function directoryOf(file: FileHandle, size: number): Promise<Map<string, Part>> {
  const tail = await bytesAt(
    file,
    Math.max(0, size - END_BYTES - COMMENT_BYTES_MAX),
    Math.min(size, END_BYTES + COMMENT_BYTES_MAX),
  )
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(END)
  const at = tail.lastIndexOf(mark)
  if (at < 0 || at + END_BYTES > tail.length) throw new UnreadableArchiveError('its end is missing')
  const length = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  if (length > DIRECTORY_BYTES_MAX || offset + length > size)
    throw new UnreadableArchiveError('its directory cannot be read')
  const directory = await bytesAt(file, offset, length)
  const parts = new Map<string, Part>()
  for (let position = 0; position + 46 <= directory.length; ) {
    if (directory.readUInt32LE(position) !== ENTRY) throw new UnreadableArchiveError('its directory cannot be read')
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(position + field)) as [
      number,
      number,
      number,
    ]
    const name = directory.toString('utf8', position + 46, position + 46 + nameLength)
    const part = {
      method: directory.readUInt16LE(position + 10),
      packed: directory.readUInt32LE(position + 20),
      offset: directory.readUInt32LE(position + 42),
    }
    if (directory.readUInt16LE(position + 8) & 1) throw new UnreadableArchiveError('it is protected by a password')
    if (part.packed === WIDE || part.offset === WIDE) throw new UnreadableArchiveError('it is too large')
    // An archive with two parts of the same name is refused, because programs disagree about which one is valid.
    if (parts.has(name)) throw new UnreadableArchiveError('it holds a part twice')
    parts.set(name, part)
    position += 46 + nameLength + extra + comment
  }
  return parts
}

async function startOf(file: FileHandle, { offset, method }: Part): Promise<number> {
  if (method !== STORED && method !== DEFLATED) throw new UnreadableArchiveError('it is packed in an unknown way')
  const head = await bytesAt(file, offset, 30)
  if (head.length < 30 || head.readUInt32LE() !== LOCAL) throw new UnreadableArchiveError('a part of it cannot be read')
  return offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
}

async function* bytesOf(path: string, start: number, { packed, method }: Part): AsyncGenerator<Uint8Array> {
  if (packed === 0) return
  const bytes = createReadStream(path, { start, end: start + packed - 1, highWaterMark: 128 * 1024 })
  if (method === STORED) return yield* bytes as AsyncIterable<Uint8Array>
  const unpacked = createInflateRaw({ chunkSize: 128 * 1024 })
  bytes.on('error', (error) => unpacked.destroy(error))
  try {
    yield* bytes.pipe(unpacked) as AsyncIterable<Uint8Array>
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_')) throw new UnreadableArchiveError('a part of it is damaged')
    throw error
  } finally {
    bytes.destroy()
    unpacked.destroy()
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
