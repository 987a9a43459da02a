import { once } from 'node:events'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/** A file of an archive: its path in it, and what it holds. */
export type ZipEntry = { name: string; content: Buffer }
/** One that is packed already. */
export type PackedEntry = { name: string; packed: Buffer; crc: number; size: number }

const packedOf = ({ name, content }: ZipEntry): PackedEntry => ({
  name,
  packed: deflateRawSync(content),
  crc: crc32(content),
  size: content.length,
})

/** A file of an archive that is written piece by piece: of a long one only what it was packed to is held in memory. */
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

  async end(): Promise<PackedEntry> {
    this.#deflate.end()
    await this.#ended
    return { name: this.#name, packed: Buffer.concat(this.#parts), crc: this.#crc, size: this.#size }
  }
}

const UTF8_NAMES = 0x0800
const DEFLATED = 8
const VERSION = 20

/** A ZIP of a few files, in memory: PKWARE's format without its extensions, which every system opens. */
export function zipOf(entries: readonly (ZipEntry | PackedEntry)[], at: Date): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { name, packed, crc, size } = 'packed' in entry ? entry : packedOf(entry)
    const title = Buffer.from(name, 'utf8')
    const about = Buffer.alloc(26)
    about.writeUInt16LE(VERSION, 0)
    about.writeUInt16LE(UTF8_NAMES, 2)
    about.writeUInt16LE(DEFLATED, 4)
    about.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
    about.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8)
    about.writeUInt32LE(crc, 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(size, 18)
    about.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), about, title, packed)

    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    index.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([VERSION, 0]), about, where, title)
    offset += 4 + about.length + title.length + packed.length
  }
  const directory = Buffer.concat(index)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
