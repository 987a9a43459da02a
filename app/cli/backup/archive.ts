import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupRefused } from './format.ts'

// A backup is a folder, or a standard tar file of such a folder.

const BLOCK = 512
const NAME_MOST = 100

export type BackupArchive = { has(name: string): boolean; read(name: string): NodeJS.ReadableStream }

export async function openBackupArchive(path: string): Promise<BackupArchive> {
  if (!existsSync(path)) throw new BackupRefused(`There is no backup at ${path}`)
  if (statSync(path).isDirectory())
    return { has: (name) => existsSync(join(path, name)), read: (name) => createReadStream(join(path, name)) }
  const entries = await readIndex(path)
  return {
    has: (name) => entries.has(name),
    read(name) {
      const entry = entries.get(name)
      if (!entry) throw new BackupRefused(`The backup lacks ${name}`)
      const { start, size } = entry
      // An empty file is read from /dev/null, because a read stream cannot have an empty range.
      return size === 0 ? createReadStream('/dev/null') : createReadStream(path, { start, end: start + size - 1 })
    },
  }
}

/** Writes the named files of a folder to a tar file, in the given order. */
export async function writeBackupArchive(folder: string, names: readonly string[], path: string): Promise<void> {
  const out = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  await pipeline(contentsOf(folder, names), out)
}

async function* contentsOf(folder: string, names: readonly string[]) {
  for (const name of names) {
    const file = join(folder, name)
    const { size, mtimeMs } = await stat(file)
    yield headerOf(name, size, Math.floor(mtimeMs / 1000))
    yield* createReadStream(file)
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Builds the header of a file in a tar archive (POSIX ustar). Sizes beyond 8 GB use the binary form of GNU and BSD tar. */
function headerOf(name: string, size: number, seconds: number): Buffer {
  if (Buffer.byteLength(name) > NAME_MOST) throw new Error(`${name} is too long a name for a backup`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  if (size < 8 ** 11) octal(size, 124, 12)
  else {
    header.writeBigUInt64BE(BigInt(size), 128)
    header[124] = 0x80
  }
  octal(seconds, 136, 12)
  header.write('        0', 148, 'latin1')
  header.write('ustar\0' + '00', 257, 'latin1')
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return header
}

async function readIndex(path: string) {
  const entries = new Map<string, { start: number; size: number }>()
  const file = await open(path)
  try {
    for (let at = 0; ; ) {
      const header = await readBlock(file, at)
      if (!header || header[0] === 0) return entries
      if (header.toString('latin1', 257, 262) !== 'ustar') throw new BackupRefused(`${path} is no backup of Carat`)
      const name = header.toString('utf8', 0, NAME_MOST).replace(/\0.*$/s, '')
      const size =
        header[124] === 0x80
          ? Number(header.readBigUInt64BE(128))
          : Number.parseInt(header.toString('latin1', 124, 135), 8)
      entries.set(name, { start: at + BLOCK, size })
      at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    }
  } finally {
    await file.close()
  }
}

async function readBlock(file: FileHandle, position: number) {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, position)
  return bytesRead === BLOCK ? buffer : undefined
}

export async function readArchivedTextFile(archive: BackupArchive, name: string): Promise<string> {
  let text = ''
  for await (const chunk of archive.read(name)) text += chunk.toString('utf8')
  return text
}
