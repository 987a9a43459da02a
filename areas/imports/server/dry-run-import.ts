import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type dryRunImport as call, refusals } from '../contract.ts'
import { loadImport } from './imports.ts'
import { findJob } from './jobs.ts'
import { runImport } from './run.ts'
import { requireRuleRights } from './sales/require-rights.ts'
import { unpackingLimits, uploadExists, uploadPath } from './uploads.ts'

/** Reads and validates the whole file as a run would, but writes nothing. */
export async function dryRunImport(ctx: Ctx, { ImportId, Mapping }: Input<typeof call>) {
  const { Status } = await loadImport(ctx, ImportId)
  const { database, directUrl, dataDir } = ctx.services.longWork
  if (Status === 'Running') throw refusals.running()
  if (!uploadExists(dataDir, ImportId)) throw refusals.fileGone()
  await requireRuleRights(ctx, Mapping)
  const job = (await findJob(database.pool, ImportId))!
  return runImport(
    {
      ...{ database, directUrl, timeZone: ctx.timeZone, clock: () => ctx.now, log: () => {} },
      ...{ signal: ctx.signal, unpacking: await unpackingLimits(database) },
    },
    { job, file: uploadPath(dataDir, ImportId), mapping: Mapping, dryRun: true },
  )
}
