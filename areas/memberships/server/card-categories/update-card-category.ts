import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import {
  type updateCardCategory as endpoint,
  cardCategoryRefusals as refusals,
} from '../../contract/card-categories.ts'
import { lockCardCategory, readCardCategory, refuseTaken } from './card-category-rows.ts'

export async function updateCardCategory(ctx: Ctx, { CardCategoryId, Version, ...changes }: Input<typeof endpoint>) {
  const category = await lockCardCategory(ctx, CardCategoryId)
  if (category.Status === 'Deleted') throw refusals.deleted()
  if (category.Version !== Version) throw stale(await readCardCategory(ctx, CardCategoryId))

  await ctx.db
    .updateTable('CardCategory')
    .set({ ...changes, Version: Version + 1, UpdatedAt: ctx.now })
    .where('CardCategoryId', '=', CardCategoryId)
    .execute()
    .catch(refuseTaken({ Code: category.Code, LevelSequence: changes.LevelSequence ?? category.LevelSequence }))

  ctx.audit(
    'Update Card Category',
    'CardCategory',
    CardCategoryId,
    `Update Card Category in Card Category. CardCategoryId - ${CardCategoryId}`,
  )
  return readCardCategory(ctx, CardCategoryId)
}
