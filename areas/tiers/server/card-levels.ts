import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { cardLevelRecord, cardLevelRefusals as refusals } from '../contract/card-levels.ts'

/** Selects card levels with the category to which they belong. */
const withCategory = (ctx: Ctx) =>
  ctx.db
    .selectFrom('CardLevel')
    .innerJoin('CardCategory', 'CardCategory.CardCategoryId', 'CardLevel.CardCategoryId')
    .select([
      'CardLevel.CardLevelId',
      'CardLevel.CardCategoryId',
      'CardCategory.Code as CardCategoryCode',
      'CardCategory.Name as CardCategoryName',
      'CardCategory.CardGroupId',
      'CardCategory.LevelSequence',
      'CardCategory.Color',
      'CardLevel.FirstSalesAmount',
      'CardLevel.AccumulateAmount',
      'CardLevel.MaintainAmount',
      'CardLevel.CycleMonths',
      'CardLevel.GraceDays',
      'CardLevel.DowngradeMode',
      'CardLevel.PointMultiplier',
      'CardLevel.BirthdayMultiplier',
      'CardLevel.PointValidityMonths',
      'CardLevel.EffectiveFrom',
      'CardLevel.EffectiveTo',
      'CardLevel.Status',
      'CardLevel.Version',
      'CardLevel.CreatedAt',
      'CardLevel.UpdatedAt',
    ])

async function getCardLevel(ctx: Ctx, { CardLevelId }: Input<typeof cardLevelRecord.get>) {
  const level = await withCategory(ctx)
    .where('CardLevel.CardLevelId', '=', CardLevelId)
    .where('CardLevel.Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!level) throw refusals.noLevel()
  return level
}

/**
 * Lists card levels, highest first.
 * With FirstSalesAmount only Active levels are listed that a first purchase of this amount reaches today, as specified.
 */
function listCardLevels(ctx: Ctx, { Search }: Input<typeof cardLevelRecord.list>) {
  const { Status, FirstSalesAmount, CardCategoryId, CardGroupId } = Search
  const byAmount = FirstSalesAmount !== undefined
  const reachedCondition = sql`card_level.first_sales_amount <= ${FirstSalesAmount} and card_level.status = 'Active' and card_category.status = 'Active'
    and card_level.effective_from <= ${ctx.today} and coalesce(card_level.effective_to, 'infinity') >= ${ctx.today}`
  return queryList(withCategory(ctx).where('CardLevel.Status', Status ? '=' : '<>', Status ?? 'Deleted'), {
    where: [
      byAmount && reachedCondition,
      equals('CardLevel.CardCategoryId', CardCategoryId),
      equals('CardCategory.CardGroupId', CardGroupId),
    ],
    tie: (direction) => sql`card_category.level_sequence ${direction}, card_level.card_level_id ${direction}`,
    ...(byAmount && { emptyRefusal: refusals.noLevel }),
  })
}

/** Throws unless the card category is Active, and locks the category until the transaction ends. */
async function refuseUnknownCategory(ctx: Ctx, CardCategoryId: number) {
  const category = await ctx.db
    .selectFrom('CardCategory')
    .select('Status')
    .where('CardCategoryId', '=', CardCategoryId)
    .forKeyShare()
    .executeTakeFirst()
  if (category?.Status !== 'Active') throw refusals.categoryUnknown()
}

const standard = recordUseCases(cardLevelRecord, {
  rows: withCategory,
  // A category can have one Active level at a time. An exclusion constraint of the database compares the periods.
  constraintRefusals: { card_level_one_at_a_time: refusals.overlap },
  check: async (ctx, { EffectiveFrom, EffectiveTo, CardCategoryId }, step) => {
    if (EffectiveFrom && EffectiveTo && EffectiveTo < EffectiveFrom) throw refusals.datesReversed()
    if (step !== 'update') await refuseUnknownCategory(ctx, CardCategoryId)
  },
})

export const cardLevelRoutes = serveRecord(cardLevelRecord, {
  ...standard,
  add: (ctx, input) => standard.add(ctx, { ...input, EffectiveFrom: input.EffectiveFrom ?? ctx.today }),
  get: getCardLevel,
  list: listCardLevels,
})
