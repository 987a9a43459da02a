import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type readImport as call, refusals } from '../contract.ts'
import { describeFile } from './detect-format.ts'
import { loadImport } from './imports.ts'
import { unpackingLimits, uploadExists, uploadPath } from './uploads.ts'

/** Reads the first rows of an uploaded file in another format, which the mapping then contains. */
export async function readImport(ctx: Ctx, { ImportId, Format }: Input<typeof call>) {
  const { Kind } = await loadImport(ctx, ImportId)
  const { database, dataDir } = ctx.services.longWork
  if (!uploadExists(dataDir, ImportId)) throw refusals.fileGone()
  const unpacking = await unpackingLimits(database)
  return { ImportId, ...(await describeFile(uploadPath(dataDir, ImportId), Kind, unpacking, Format)) }
}
