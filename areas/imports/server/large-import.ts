import { z } from 'zod'
import { defineApprovalKind, requestApproval } from '#areas/approvals/server/index.ts'
import { adjustmentLimit } from '#areas/points/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Mapping, parseStoredMapping } from '../contract/mapping.ts'
import { IMPORT_ROWS_WITHOUT_APPROVAL_MAX, type ImportKind, importRefusals } from '../contract.ts'
import { beginImport } from './begin-import.ts'
import { importStatusColumns } from './imports.ts'
import { countFileLines } from './staging/count-lines.ts'
import { sumOpeningPoints } from './sum-opening-points.ts'
import { existsUploadedFile, uploadedFilePath } from './uploads.ts'

const LARGE_IMPORT = 'Large import'

/** The maximum number of counted rows, because the exact number of a larger file does not matter. */
const COUNTED_ROWS_MAX = 1_000_000

type Started = { ImportId: string; Kind: ImportKind; FileName: string; Mapping: Mapping }

/** Counts the rows of a file that is large enough to need approval; undefined for smaller files. */
export async function countRowsIfLarge(ctx: Ctx, { ImportId, Mapping }: Started): Promise<number | undefined> {
  const lines = await countFileLines(
    uploadedFilePath(ctx.services.longWork.dataDir, ImportId),
    Mapping,
    COUNTED_ROWS_MAX + 1,
  )
  // The first line of the file is the header.
  return lines - 1 > IMPORT_ROWS_WITHOUT_APPROVAL_MAX ? lines - 1 : undefined
}

/** Counts the rows above the caller's adjustment limit in a file of opening balances; undefined for other files. */
export async function countRowsIfManyPoints(ctx: Ctx, { ImportId, Kind, Mapping }: Started, header: readonly string[]) {
  if (Kind !== 'opening-balances') return undefined
  const file = uploadedFilePath(ctx.services.longWork.dataDir, ImportId)
  const limit = await adjustmentLimit(ctx)
  if ((await sumOpeningPoints(file, header, Mapping, limit)) <= limit) return undefined
  return (await countFileLines(file, Mapping, COUNTED_ROWS_MAX + 1)) - 1
}

/** Requests approval of an import, which stays Uploaded with the step Approval until the decision. */
export async function requestImportApproval(ctx: Ctx, { ImportId, Kind, FileName, Mapping }: Started, Rows: number) {
  await requestApproval(ctx, {
    Kind: LARGE_IMPORT,
    ObjectType: 'ImportJob',
    ObjectId: ImportId,
    Summary: { key: 'approvals:summary.import', params: { file: FileName, kind: Kind } },
    // The import stores the mapping, and no second start is possible while the approval is pending.
    Payload: { ImportId, Rows },
    Privilege: 'Approve Requests',
  })
  return ctx.db
    .updateTable('ImportJob')
    .set({ Status: 'Uploaded', Step: 'Approval', Message: null, Mapping: JSON.stringify(Mapping) })
    .where('ImportId', '=', ImportId)
    .returning(importStatusColumns)
    .executeTakeFirstOrThrow()
}

export const largeImportApprovalKind = defineApprovalKind({
  name: LARGE_IMPORT,
  privilege: 'Approve Requests',
  payload: z.strictObject({ ImportId: z.uuid(), Rows: z.int() }),
  effects: async (ctx, { ImportId, Rows }) => {
    const { FileName } = await loadStagedImport(ctx, ImportId)
    const What = { key: 'approvals:effect.rows', params: { file: FileName } }
    return [{ What, Before: 0, After: Rows }]
  },
  approve: async (ctx, { ImportId }) => beginImport(ctx, { ...(await loadStagedImport(ctx, ImportId)), ImportId }),
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

/** Reads an import without a check of roles, because the approver does not need the role for its kind. */
async function loadStagedImport(ctx: Ctx, ImportId: string) {
  const row = await ctx.db
    .selectFrom('ImportJob')
    .select(['Kind', 'FileName', 'Mapping'])
    .where('ImportId', '=', ImportId)
    .executeTakeFirst()
  if (!row) throw importRefusals.notFound()
  if (!existsUploadedFile(ctx.services.longWork.dataDir, ImportId)) throw importRefusals.fileGone()
  return { ...row, Mapping: parseStoredMapping(row.Mapping as Mapping) }
}
