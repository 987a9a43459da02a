import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type readImport as call, refusals } from '../contract.ts'
import { describeFile } from './detect-format.ts'
import { loadImport } from './imports.ts'
import { isKept, unpackingAllowed, uploadOf } from './uploads.ts'

/** Reads the head of an uploaded file in another form. The mapping of a run repeats the form. */
export async function readImport(ctx: Ctx, { ImportId, Format }: Input<typeof call>) {
  const { Kind } = await loadImport(ctx, ImportId)
  const { database, dataDir } = ctx.services.longWork
  if (!isKept(dataDir, ImportId)) throw refusals.fileGone()
  const unpacking = await unpackingAllowed(database)
  return { ImportId, ...(await describeFile(uploadOf(dataDir, ImportId), Kind, unpacking, Format)) }
}
