import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { equals } from '#kit/server/page.ts'
import { type listCardLevels as endpoint, cardLevelRefusals as refusals } from '../../contract/card-levels.ts'
import { cardLevels } from './card-level-rows.ts'

/**
 * Card levels, the highest first. With an amount it is the specification's look-up: the Active levels that a first
 * purchase of this amount reaches today.
 */
export function listCardLevels(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const { Status, FirstSalesAmount, CardCategoryId, CardGroupId } = Search
  const byAmount = FirstSalesAmount !== undefined
  const reached = sql`card_level.first_sales_amount <= ${FirstSalesAmount} and card_level.status = 'Active' and card_category.status = 'Active'
    and card_level.effective_from <= ${ctx.today} and coalesce(card_level.effective_to, 'infinity') >= ${ctx.today}`
  return queryList(cardLevels(ctx).where('CardLevel.Status', Status ? '=' : '<>', Status ?? 'Deleted'), {
    where: [
      byAmount && reached,
      equals('CardLevel.CardCategoryId', CardCategoryId),
      equals('CardCategory.CardGroupId', CardGroupId),
    ],
    tie: (way) => sql`card_category.level_sequence ${way}, card_level.card_level_id ${way}`,
    ...(byAmount && { none: refusals.noLevel }),
  })
}
