import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addCardCategory as endpoint } from '../../contract/card-categories.ts'
import { readCardCategory, refuseTaken, refuseUnknownGroup } from './card-category-rows.ts'

export async function addCardCategory(ctx: Ctx, input: Input<typeof endpoint>) {
  await refuseUnknownGroup(ctx, input.CardGroupId)

  const { CardCategoryId } = await ctx.db
    .insertInto('CardCategory')
    .values({ ...input, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning('CardCategoryId')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken(input))

  ctx.audit(
    'Create Card Category',
    'CardCategory',
    CardCategoryId,
    `Create Card Category in Card Category. CardCategoryId - ${CardCategoryId}`,
  )
  return readCardCategory(ctx, CardCategoryId)
}
