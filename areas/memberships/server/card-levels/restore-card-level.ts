import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { cardGroupRefusals, SetupStatus } from '../../contract/card-groups.ts'
import { type restoreCardLevel as endpoint, cardLevelRefusals as refusals } from '../../contract/card-levels.ts'
import { refuseLateUndo, statusBeforeDelete } from '../undo.ts'
import { lockCardLevel, readCardLevel, refuseOverlap, refuseUnknownCategory } from './card-level-rows.ts'

/** Undoes a delete within 30 seconds. */
export async function restoreCardLevel(ctx: Ctx, { CardLevelId }: Input<typeof endpoint>) {
  const level = await lockCardLevel(ctx, CardLevelId)
  if (level.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, level.UpdatedAt, cardGroupRefusals.undoOver)
  await refuseUnknownCategory(ctx, level.CardCategoryId)

  const Status = SetupStatus.parse(await statusBeforeDelete(ctx, 'CardLevel', CardLevelId))
  await ctx.db
    .updateTable('CardLevel')
    .set({ Status, Version: level.Version + 1, UpdatedAt: ctx.now })
    .where('CardLevelId', '=', CardLevelId)
    .execute()
    .catch(refuseOverlap)

  ctx.audit(
    'Restore Card Level',
    'CardLevel',
    CardLevelId,
    `Restore Card Level in Card Level. CardLevelId - ${CardLevelId}`,
  )
  return readCardLevel(ctx, CardLevelId)
}
