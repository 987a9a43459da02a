import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type runImport as call, refusals } from '../contract.ts'
import { beginImport } from './begin-import.ts'
import { requestImport, rowsIfLarge, rowsIfManyPoints } from './large-import.ts'
import { loadImport } from './rows.ts'
import { requireRightsToMake } from './sales/rights.ts'
import { columnsOf } from './staging/columns.ts'
import { isKept } from './uploads.ts'

/** Puts an uploaded file in line; a large one first waits for a second person. */
export async function startImport(ctx: Ctx, { ImportId, Mapping }: Input<typeof call>) {
  const { Kind, Status, Columns, FileName } = await loadImport(ctx, ImportId)
  if (Status === 'Running') throw refusals.running()
  if (Status === 'Completed') throw refusals.done()
  if (!isKept(ctx.services.longWork.dataDir, ImportId)) throw refusals.fileGone()
  columnsOf(Kind, Mapping, Columns as string[])
  await requireRightsToMake(ctx, Mapping)
  const started = { ImportId, Kind, FileName, Mapping }
  const rows = (await rowsIfLarge(ctx, ImportId)) ?? (await rowsIfManyPoints(ctx, started, Columns as string[]))
  return rows === undefined ? beginImport(ctx, started) : requestImport(ctx, started, rows)
}
