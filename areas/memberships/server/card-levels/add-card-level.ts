import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addCardLevel as endpoint } from '../../contract/card-levels.ts'
import { readCardLevel, refuseOverlap, refuseReversedDates, refuseUnknownCategory } from './card-level-rows.ts'

export async function addCardLevel(ctx: Ctx, { EffectiveFrom = ctx.today, ...input }: Input<typeof endpoint>) {
  refuseReversedDates(EffectiveFrom, input.EffectiveTo)
  await refuseUnknownCategory(ctx, input.CardCategoryId)

  const { CardLevelId } = await ctx.db
    .insertInto('CardLevel')
    .values({ ...input, EffectiveFrom, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning('CardLevelId')
    .executeTakeFirstOrThrow()
    .catch(refuseOverlap)

  ctx.audit(
    'Create Card Level',
    'CardLevel',
    CardLevelId,
    `Create Card Level in Card Level. CardLevelId - ${CardLevelId}`,
  )
  return readCardLevel(ctx, CardLevelId)
}
