import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { contains, equals, startsWith } from '#kit/server/page.ts'
import type { listCardCategories as endpoint } from '../../contract/card-categories.ts'
import { cardCategories } from './card-category-rows.ts'

/** Card categories, the lowest first. */
export const listCardCategories = (ctx: Ctx, { Search }: Input<typeof endpoint>) =>
  queryList(cardCategories(ctx).where('CardCategory.Status', Search.Status ? '=' : '<>', Search.Status ?? 'Deleted'), {
    where: [
      startsWith('CardCategory.Code', Search.Code?.toUpperCase()),
      contains('CardCategory.Name', Search.Name),
      equals('CardCategory.CardGroupId', Search.CardGroupId),
    ],
    tie: 'CardCategory.CardCategoryId',
  })
