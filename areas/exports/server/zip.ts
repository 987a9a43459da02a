import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

// ZIP archives of up to 4 GB are written in the basic PKWARE format, in memory or as a stream.

export type ZipEntry = { name: string; content: Buffer }
/** An entry whose content is already deflated. */
export type DeflatedZipEntry = { name: string; packed: Buffer; crc: number; size: number }

const packedOf = ({ name, content }: ZipEntry): DeflatedZipEntry => ({
  name,
  packed: deflateRawSync(content),
  crc: crc32(content),
  size: content.length,
})

/** An entry written in chunks; memory holds only the deflated bytes. */
export class ZipWriter {
  readonly #deflate = createDeflateRaw()
  readonly #parts: Buffer[] = []
  readonly #ended: Promise<unknown>
  readonly #name: string
  #crc = 0
  #size = 0

  constructor(name: string) {
    this.#name = name
    this.#deflate.on('data', (part: Buffer) => this.#parts.push(part))
    this.#ended = once(this.#deflate, 'end')
  }

  async write(text: string): Promise<void> {
    if (text === '') return
    const content = Buffer.from(text, 'utf8')
    this.#crc = crc32(content, this.#crc)
    this.#size += content.length
    if (!this.#deflate.write(content)) await once(this.#deflate, 'drain')
  }

  async end(): Promise<DeflatedZipEntry> {
    this.#deflate.end()
    await this.#ended
    return { name: this.#name, packed: Buffer.concat(this.#parts), crc: this.#crc, size: this.#size }
  }
}

/** Builds a ZIP archive of a few entries in memory. */
export function buildZip(entries: readonly (ZipEntry | DeflatedZipEntry)[], at: Date): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const packedEntry = 'packed' in entry ? entry : packedOf(entry)
    const header = headerOf({ ...packedEntry, packedSize: packedEntry.packed.length }, at)
    const local = localHeader(header)
    parts.push(local, packedEntry.packed)
    index.push(directoryEntry(header, offset))
    offset += local.length + packedEntry.packed.length
  }
  return Buffer.concat([...parts, endOfArchive(index, offset)])
}

const TEXT_BUFFERED = 64 * 1024

/**
 * Writes a ZIP archive to a stream, one entry after another.
 * Only the bytes of the archive that were written since the last `drained` are in memory.
 * `drained` and `end` throw if the stream of the archive fails.
 */
export class ZipStream {
  readonly #out: Writable
  readonly #at: Date
  /** Rejects if the stream of the archive fails. */
  readonly #closed: Promise<void>
  readonly #index: Buffer[] = []
  #offset = 0
  #entry: StreamedEntry | undefined

  constructor(out: Writable, at: Date) {
    this.#out = out
    this.#at = at
    this.#closed = finished(out)
    this.#closed.catch(() => {})
  }

  /** Writes a short entry of the archive as a whole. */
  addEntry(entry: ZipEntry): void {
    const packedEntry = packedOf(entry)
    const header = headerOf({ ...packedEntry, packedSize: packedEntry.packed.length }, this.#at)
    const local = localHeader(header)
    this.#out.write(local)
    this.#out.write(packedEntry.packed)
    this.#index.push(directoryEntry(header, this.#offset))
    this.#offset += local.length + packedEntry.packed.length
  }

  /** Starts an entry of the archive, which is written in chunks until `endEntry`. */
  startEntry(name: string): void {
    this.#out.write(localHeader(headerOf({ name, crc: 0, packedSize: 0, size: 0 }, this.#at, SIZES_FOLLOW)))
    const deflate = createDeflateRaw()
    const entry = { name, deflate, text: '', crc: 0, packedSize: 0, size: 0 }
    deflate.on('data', (part: Buffer) => {
      entry.packedSize += part.length
    })
    deflate.pipe(this.#out, { end: false })
    this.#entry = entry
  }

  write(text: string): void {
    const entry = this.#entry!
    entry.text += text
    if (entry.text.length >= TEXT_BUFFERED) deflateText(entry)
  }

  async drained(): Promise<void> {
    const { deflate } = this.#entry!
    if (deflate.writableNeedDrain || this.#out.destroyed) await Promise.race([once(deflate, 'drain'), this.#closed])
  }

  async endEntry(): Promise<void> {
    const entry = this.#entry!
    deflateText(entry)
    const ended = once(entry.deflate, 'end')
    entry.deflate.end()
    await Promise.race([ended, this.#closed])
    const header = headerOf(entry, this.#at, SIZES_FOLLOW)
    const sizes = Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), header.fields.subarray(SIZES_AT, SIZES_END)])
    this.#out.write(sizes)
    this.#index.push(directoryEntry(header, this.#offset))
    this.#offset += localHeader(header).length + entry.packedSize + sizes.length
  }

  async end(): Promise<void> {
    this.#out.end(endOfArchive(this.#index, this.#offset))
    await this.#closed
  }

  abandon(): void {
    this.#entry?.deflate.destroy()
    this.#out.destroy()
  }
}

type Sizes = { name: string; crc: number; packedSize: number; size: number }
type StreamedEntry = Sizes & { deflate: ReturnType<typeof createDeflateRaw>; text: string }

function deflateText(entry: StreamedEntry): void {
  if (entry.text === '') return
  const content = Buffer.from(entry.text, 'utf8')
  entry.text = ''
  entry.crc = crc32(content, entry.crc)
  entry.size += content.length
  entry.deflate.write(content)
}

const UTF8_NAMES = 0x0800
/** The flag for entries whose checksum and sizes follow the content, because both are known only afterwards. */
const SIZES_FOLLOW = 0x0008
const DEFLATED = 8
const VERSION = 20
const SIZES_AT = 10
const SIZES_END = 22

type Header = { fields: Buffer; name: Buffer }

/** The fields that the local header of an entry and its entry in the central directory share. */
function headerOf({ name, crc, packedSize, size }: Sizes, at: Date, flags = 0): Header {
  const encodedName = Buffer.from(name, 'utf8')
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8_NAMES | flags, 2)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
  fields.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8)
  fields.writeUInt32LE(crc, SIZES_AT)
  fields.writeUInt32LE(packedSize, SIZES_AT + 4)
  fields.writeUInt32LE(size, SIZES_AT + 8)
  fields.writeUInt16LE(encodedName.length, SIZES_END)
  return { fields, name: encodedName }
}

const localHeader = ({ fields, name }: Header) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name])

function directoryEntry({ fields, name }: Header, offset: number): Buffer {
  const position = Buffer.alloc(14)
  position.writeUInt32LE(offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([VERSION, 0]), fields, position, name])
}

function endOfArchive(index: readonly Buffer[], offset: number): Buffer {
  const directory = Buffer.concat(index)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(index.length, 4)
  end.writeUInt16LE(index.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
