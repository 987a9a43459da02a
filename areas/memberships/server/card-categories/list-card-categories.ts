import { literal } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { listCardCategories as endpoint } from '../../contract/card-categories.ts'
import { offsetOf, orderOf } from '../paging.ts'
import { cardCategories } from './card-category-rows.ts'

/** Card categories, the lowest first. */
export async function listCardCategories(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const { Code, Name, CardGroupId, Status } = Search
  const found = cardCategories(ctx)
    .where('CardCategory.Status', Status ? '=' : '<>', Status ?? 'Deleted')
    .$if(Boolean(Code), (categories) =>
      categories.where('CardCategory.Code', 'like', `${literal((Code ?? '').toUpperCase())}%`),
    )
    .$if(Boolean(Name), (categories) => categories.where('CardCategory.Name', 'ilike', `%${literal(Name ?? '')}%`))
    .$if(CardGroupId !== undefined, (categories) => categories.where('CardCategory.CardGroupId', '=', CardGroupId!))
  const [counted, rows] = await Promise.all([
    found
      .clearSelect()
      .select((expression) => expression.fn.countAll<number>().as('Count'))
      .executeTakeFirstOrThrow(),
    found
      .orderBy(`CardCategory.${SortOption}`, orderOf(SortDirection))
      .orderBy('CardCategory.CardCategoryId', orderOf(SortDirection))
      .limit(Rows)
      .offset(offsetOf({ Rows, Page }))
      .execute(),
  ])
  return { count: counted.Count, rows }
}
