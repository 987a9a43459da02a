import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type dryRunImport as call, importRefusals } from '../contract.ts'
import { loadImport } from './imports.ts'
import { findImportJob } from './jobs.ts'
import { runImport } from './run.ts'
import { requireRuleRights } from './sales/require-rights.ts'
import { existsUploadedFile, readUnpackingLimits, uploadedFilePath } from './uploads.ts'

/** Reads and validates the whole file as a run would, but writes nothing. */
export async function dryRunImport(ctx: Ctx, { ImportId, Mapping }: Input<typeof call>) {
  const { Status } = await loadImport(ctx, ImportId)
  const { database, directUrl, dataDir } = ctx.services.longWork
  if (Status === 'Running') throw importRefusals.running()
  if (!existsUploadedFile(dataDir, ImportId)) throw importRefusals.fileGone()
  await requireRuleRights(ctx, Mapping)
  const job = (await findImportJob(database.pool, ImportId))!
  return runImport(
    {
      ...{ database, directUrl, timeZone: ctx.timeZone, clock: () => ctx.now, log: () => {} },
      ...{ signal: ctx.signal, unpacking: await readUnpackingLimits(database) },
    },
    { job, file: uploadedFilePath(dataDir, ImportId), mapping: Mapping, dryRun: true },
  )
}
