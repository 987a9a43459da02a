import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type readImport as call, importRefusals } from '../contract.ts'
import { describeImportFile } from './detect-format.ts'
import { loadImport } from './imports.ts'
import { existsUploadedFile, readUnpackingLimits, uploadedFilePath } from './uploads.ts'

/** Reads the first rows of an uploaded file in another format, which the mapping then contains. */
export async function readImport(ctx: Ctx, { ImportId, Format }: Input<typeof call>) {
  const { Kind } = await loadImport(ctx, ImportId)
  const { database, dataDir } = ctx.services.longWork
  if (!existsUploadedFile(dataDir, ImportId)) throw importRefusals.fileGone()
  const unpacking = await readUnpackingLimits(database)
  return { ImportId, ...(await describeImportFile(uploadedFilePath(dataDir, ImportId), Kind, unpacking, Format)) }
}
