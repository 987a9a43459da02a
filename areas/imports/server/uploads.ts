import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

// Uploaded files lie in DATA_DIR/uploads under names of ours: the caller's own name never becomes a path.

const folderOf = (dataDir: string) => join(dataDir, 'uploads')

/** Where a file is written while it arrives; it is nobody's until an import claims it. */
export async function newUpload(dataDir: string): Promise<string> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return join(folderOf(dataDir), `${randomBytes(16).toString('hex')}.part`)
}

export const uploadOf = (dataDir: string, importId: string) => join(folderOf(dataDir), importId)

export const isKept = (dataDir: string, importId: string) => existsSync(uploadOf(dataDir, importId))

export const claimUpload = (dataDir: string, path: string, importId: string) =>
  rename(path, uploadOf(dataDir, importId))

export const dropUpload = (path: string) => rm(path, { force: true })

/** Every file that is kept, by the import it belongs to; one that never became an import has none. */
export async function keptUploads(dataDir: string): Promise<{ path: string; importId?: string; modified: number }[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => [])
  return Promise.all(
    names.map(async (name) => {
      const path = join(folderOf(dataDir), name)
      const { mtimeMs } = await stat(path)
      return { path, modified: mtimeMs, ...(!name.endsWith('.part') && { importId: name }) }
    }),
  )
}
