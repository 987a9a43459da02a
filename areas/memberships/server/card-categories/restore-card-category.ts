import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type restoreCardCategory as endpoint,
  cardCategoryRefusals as refusals,
} from '../../contract/card-categories.ts'
import { cardGroupRefusals, SetupStatus } from '../../contract/card-groups.ts'
import { refuseLateUndo, statusBeforeDelete } from '../undo.ts'
import { lockCardCategory, readCardCategory, refuseTaken, refuseUnknownGroup } from './card-category-rows.ts'

/** Undoes a delete within 30 seconds. */
export async function restoreCardCategory(ctx: Ctx, { CardCategoryId }: Input<typeof endpoint>) {
  const category = await lockCardCategory(ctx, CardCategoryId)
  if (category.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, category.UpdatedAt, cardGroupRefusals.undoOver)
  await refuseUnknownGroup(ctx, category.CardGroupId)

  const Status = SetupStatus.parse(await statusBeforeDelete(ctx, 'CardCategory', CardCategoryId))
  await ctx.db
    .updateTable('CardCategory')
    .set({ Status, Version: category.Version + 1, UpdatedAt: ctx.now })
    .where('CardCategoryId', '=', CardCategoryId)
    .execute()
    .catch(refuseTaken(category))

  ctx.audit(
    'Restore Card Category',
    'CardCategory',
    CardCategoryId,
    `Restore Card Category in Card Category. CardCategoryId - ${CardCategoryId}`,
  )
  return readCardCategory(ctx, CardCategoryId)
}
