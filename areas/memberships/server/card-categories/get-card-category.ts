import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getCardCategory as endpoint, cardCategoryRefusals as refusals } from '../../contract/card-categories.ts'
import { cardCategories } from './card-category-rows.ts'

/** One card category, by number or code. */
export async function getCardCategory(ctx: Ctx, { CardCategoryId, Code }: Input<typeof endpoint>) {
  const category = await cardCategories(ctx)
    .where('CardCategory.Status', '<>', 'Deleted')
    .$if(CardCategoryId !== undefined, (categories) =>
      categories.where('CardCategory.CardCategoryId', '=', CardCategoryId!),
    )
    .$if(Boolean(Code), (categories) => categories.where('CardCategory.Code', '=', (Code ?? '').toUpperCase()))
    .executeTakeFirst()
  if (!category) throw refusals.notFound()
  return category
}
