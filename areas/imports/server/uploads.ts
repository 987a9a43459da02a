import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings } from '#areas/setup/server/index.ts'
import { createKysely, type Database } from '#kit/server/database.ts'
import { uploadsFolder } from '#kit/server/upload.ts'
import { IMPORT_COMPRESSION_RATIO_MAX } from '../contract.ts'
import type { UnpackingLimits } from './staging/file.ts'

/** Returns the limits for unpacking uploaded files. */
export async function readUnpackingLimits({ pool }: Pick<Database, 'pool'>): Promise<UnpackingLimits> {
  const { 'imports.unpackedMB': megabytes } = await readSettings({ db: createKysely(pool as never) })
  return { bytesMax: megabytes * 1024 ** 2, timesMax: IMPORT_COMPRESSION_RATIO_MAX }
}

// Uploads have generated names in DATA_DIR/uploads, so that the caller's file name never becomes a path.

export const uploadedFilePath = (dataDir: string, importId: string) => join(uploadsFolder(dataDir), importId)

export const existsUploadedFile = (dataDir: string, importId: string) => existsSync(uploadedFilePath(dataDir, importId))

export const moveUploadToImport = (dataDir: string, path: string, importId: string) =>
  rename(path, uploadedFilePath(dataDir, importId))

export const deleteUploadedFile = (path: string) => rm(path, { force: true })

/** Lists the stored files with their import. A file whose upload did not finish has no import. */
export async function listUploadedFiles(
  dataDir: string,
): Promise<{ path: string; importId?: string; modified: number }[]> {
  const names = await readdir(uploadsFolder(dataDir)).catch(() => [])
  return Promise.all(
    names.map(async (name) => {
      const path = join(uploadsFolder(dataDir), name)
      const { mtimeMs } = await stat(path)
      return { path, modified: mtimeMs, ...(!name.endsWith('.part') && { importId: name }) }
    }),
  )
}
