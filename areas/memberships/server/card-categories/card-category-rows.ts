import type { Ctx } from '#kit/server/ctx.ts'
import { cardCategoryRefusals as refusals } from '../../contract/card-categories.ts'

/** Card categories with the name of their group. */
export const cardCategories = (ctx: Ctx) =>
  ctx.db
    .selectFrom('CardCategory')
    .innerJoin('CardGroup', 'CardGroup.GroupId', 'CardCategory.CardGroupId')
    .select([
      'CardCategory.CardCategoryId',
      'CardCategory.Code',
      'CardCategory.Name',
      'CardCategory.Description',
      'CardCategory.CardGroupId',
      'CardGroup.Name as CardGroupName',
      'CardCategory.LevelSequence',
      'CardCategory.Color',
      'CardCategory.Status',
      'CardCategory.Version',
      'CardCategory.CreatedAt',
      'CardCategory.UpdatedAt',
    ])

/** As it stands now, Deleted or not. */
export const readCardCategory = (ctx: Ctx, CardCategoryId: number) =>
  cardCategories(ctx).where('CardCategory.CardCategoryId', '=', CardCategoryId).executeTakeFirstOrThrow()

/** The card category as it stands, locked: nobody is moved into it while it is judged. */
export async function lockCardCategory(ctx: Ctx, CardCategoryId: number) {
  const category = await ctx.db
    .selectFrom('CardCategory')
    .selectAll()
    .where('CardCategoryId', '=', CardCategoryId)
    .forUpdate()
    .executeTakeFirst()
  if (!category) throw refusals.notFound()
  return category
}

/** Code and sequence are unique, also for two who save at once. */
export const refuseTaken =
  ({ Code, LevelSequence }: { Code: string; LevelSequence: number }) =>
  (error: { constraint?: string }) => {
    if (error.constraint === 'card_category_code') throw refusals.codeTaken({ Code })
    if (error.constraint === 'card_category_sequence') throw refusals.sequenceTaken({ LevelSequence })
    throw error
  }

/** Refuses a group that is not Active; it stays so until the change is done. */
export async function refuseUnknownGroup(ctx: Ctx, GroupId: number) {
  const group = await ctx.db
    .selectFrom('CardGroup')
    .select('Status')
    .where('GroupId', '=', GroupId)
    .forKeyShare()
    .executeTakeFirst()
  if (group?.Status !== 'Active') throw refusals.groupUnknown()
}
