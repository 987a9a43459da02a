import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type listCardLevels as endpoint, cardLevelRefusals as refusals } from '../../contract/card-levels.ts'
import { offsetOf, orderOf } from '../paging.ts'
import { cardLevels } from './card-level-rows.ts'

/**
 * Card levels, the highest first. With an amount it is the specification's look-up: the Active levels that a first
 * purchase of this amount reaches today.
 */
export async function listCardLevels(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const { Status, FirstSalesAmount, CardCategoryId, CardGroupId } = Search
  const byAmount = FirstSalesAmount !== undefined
  const found = cardLevels(ctx)
    .where('CardLevel.Status', Status ? '=' : '<>', Status ?? 'Deleted')
    .$if(byAmount, (levels) =>
      levels
        .where('CardLevel.FirstSalesAmount', '<=', FirstSalesAmount!)
        .where('CardLevel.Status', '=', 'Active')
        .where('CardCategory.Status', '=', 'Active')
        .where('CardLevel.EffectiveFrom', '<=', ctx.today)
        .where(({ or, eb }) =>
          or([eb('CardLevel.EffectiveTo', 'is', null), eb('CardLevel.EffectiveTo', '>=', ctx.today)]),
        ),
    )
    .$if(CardCategoryId !== undefined, (levels) => levels.where('CardLevel.CardCategoryId', '=', CardCategoryId!))
    .$if(CardGroupId !== undefined, (levels) => levels.where('CardCategory.CardGroupId', '=', CardGroupId!))
  const sortBy = SortOption === 'LevelSequence' ? 'CardCategory.LevelSequence' : (`CardLevel.${SortOption}` as const)
  const [counted, rows] = await Promise.all([
    found
      .clearSelect()
      .select((expression) => expression.fn.countAll<number>().as('Count'))
      .executeTakeFirstOrThrow(),
    found
      .orderBy(sortBy, orderOf(SortDirection))
      .orderBy('CardCategory.LevelSequence', orderOf(SortDirection))
      .orderBy('CardLevel.CardLevelId', orderOf(SortDirection))
      .limit(Rows)
      .offset(offsetOf({ Rows, Page }))
      .execute(),
  ])
  if (byAmount && counted.Count === 0) throw refusals.noLevel()
  return { count: counted.Count, rows }
}
