import { z } from 'zod'
import { approvalKind, requestApproval } from '#areas/approvals/server/index.ts'
import { adjustmentLimit } from '#areas/points/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Mapping, storedMapping } from '../contract/mapping.ts'
import { type ImportKind, LARGE_IMPORT_ROWS, refusals } from '../contract.ts'
import { beginImport } from './begin-import.ts'
import { statusColumns } from './imports.ts'
import { openingTotal } from './opening-total.ts'
import { countLines } from './staging/count-lines.ts'
import { isKept, uploadOf } from './uploads.ts'

const LARGE_IMPORT = 'Large import'

/** Counted no further: beyond it a file is large, whatever its number. */
const COUNTED_MOST = 1_000_000

type Started = { ImportId: string; Kind: ImportKind; FileName: string; Mapping: Mapping }

/** How many rows a file has, if they are so many that a second person has to agree. */
export async function rowsIfLarge(ctx: Ctx, { ImportId, Mapping }: Started): Promise<number | undefined> {
  const lines = await countLines(uploadOf(ctx.services.longWork.dataDir, ImportId), Mapping, COUNTED_MOST + 1)
  // The first line names the columns.
  return lines - 1 > LARGE_IMPORT_ROWS ? lines - 1 : undefined
}

/** The same of opening balances that give more points than the caller may give by hand: how many rows they have. */
export async function rowsIfManyPoints(ctx: Ctx, { ImportId, Kind, Mapping }: Started, header: readonly string[]) {
  if (Kind !== 'opening-balances') return undefined
  const file = uploadOf(ctx.services.longWork.dataDir, ImportId)
  const most = await adjustmentLimit(ctx)
  if ((await openingTotal(file, header, Mapping, most)) <= most) return undefined
  return (await countLines(file, Mapping, COUNTED_MOST + 1)) - 1
}

/** Asks for the second person; until then the import stays uploaded and says what it waits for. */
export async function requestImport(ctx: Ctx, { ImportId, Kind, FileName, Mapping }: Started, Rows: number) {
  await requestApproval(ctx, {
    Kind: LARGE_IMPORT,
    ObjectType: 'ImportJob',
    ObjectId: ImportId,
    Summary: { key: 'approvals:summary.import', params: { file: FileName, kind: Kind } },
    // The columns' mapping stands in the import, which nobody can start again while it waits.
    Payload: { ImportId, Rows },
    Privilege: 'Approve Requests',
  })
  return ctx.db
    .updateTable('ImportJob')
    .set({ Status: 'Uploaded', Step: 'Approval', Message: null, Mapping: JSON.stringify(Mapping) })
    .where('ImportId', '=', ImportId)
    .returning(statusColumns)
    .executeTakeFirstOrThrow()
}

export const largeImport = approvalKind({
  name: LARGE_IMPORT,
  privilege: 'Approve Requests',
  payload: z.strictObject({ ImportId: z.uuid(), Rows: z.int() }),
  effects: async (ctx, { ImportId, Rows }) => {
    const { FileName } = await fileOf(ctx, ImportId)
    const What = { key: 'approvals:effect.rows', params: { file: FileName } }
    return [{ What, Before: 0, After: Rows }]
  },
  approve: async (ctx, { ImportId }) => beginImport(ctx, { ...(await fileOf(ctx, ImportId)), ImportId }),
  reject: async (ctx, { ImportId }, { Status, DecisionRemark }) => {
    const withdrawn = Status === 'Withdrawn'
    await ctx.db
      .updateTable('ImportJob')
      .set({
        Step: '',
        Status: withdrawn ? 'Uploaded' : 'Cancelled',
        Message: withdrawn ? null : DecisionRemark,
        EndedAt: withdrawn ? null : ctx.now,
      })
      .where('ImportId', '=', ImportId)
      .execute()
  },
})

/** Anyone who decides need not be somebody who may import this kind. */
async function fileOf(ctx: Ctx, ImportId: string) {
  const found = await ctx.db
    .selectFrom('ImportJob')
    .select(['Kind', 'FileName', 'Mapping'])
    .where('ImportId', '=', ImportId)
    .executeTakeFirst()
  if (!found) throw refusals.notFound()
  if (!isKept(ctx.services.longWork.dataDir, ImportId)) throw refusals.fileGone()
  return { ...found, Mapping: storedMapping(found.Mapping as Mapping) }
}
