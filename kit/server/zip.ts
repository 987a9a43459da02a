import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive: its path in it, and what it holds. */
export type ZipEntry = { name: string; content: Buffer }

const UTF8_NAMES = 0x0800
const DEFLATED = 8
const VERSION = 20

/** A ZIP of a few files, in memory: PKWARE's format without its extensions, which every system opens. */
export function zipOf(entries: readonly ZipEntry[], at: Date): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const title = Buffer.from(name, 'utf8')
    const packed = deflateRawSync(content)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(VERSION, 0)
    about.writeUInt16LE(UTF8_NAMES, 2)
    about.writeUInt16LE(DEFLATED, 4)
    about.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
    about.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(content.length, 18)
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
