import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStorage, FileStorageFactory } from '../storage.ts'
import { assertFileName } from './name.ts'

const UNFINISHED = '.part-'
const DAY_MS = 86_400_000

export const createFolderStorage =
  (dataDir: string): FileStorageFactory =>
  (fileKind) =>
    openFolder(join(dataDir, fileKind))

/** Returns the storage of the files in one folder, which the first file creates. */
export function openFolder(folder: string): FileStorage {
  const pathOf = (name: string) => join(folder, assertFileName(name))
  return {
    async put(name, content, size) {
      const path = pathOf(name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Writes the file under a temporary name and then renames it, so that a failure leaves no partial file.
      const part = join(folder, `${UNFINISHED}${randomBytes(8).toString('hex')}`)
      try {
        await pipeline(content, createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }))
        const { size: writtenBytes } = await stat(part)
        if (writtenBytes !== size) throw new Error(`${name} has ${writtenBytes} bytes in place of ${size}`)
        await rename(part, path)
      } finally {
        await rm(part, { force: true })
      }
    },
    async get(name) {
      const file = await open(pathOf(name)).catch(unlessMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      return { content: createReadStream('', { fd: file, start: 0 }), size }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
        const path = join(folder, name)
        const stats = await stat(path).catch(unlessMissing)
        if (!stats?.isFile()) continue
        if (!name.startsWith(UNFINISHED)) yield { name, size: stats.size, modified: stats.mtime }
        // Deletes the partial file that a dead process left behind.
        else if (Date.now() - stats.mtimeMs > DAY_MS) await rm(path, { force: true })
      }
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
