import type { Ctx } from '#kit/server/ctx.ts'
import { cardLevelRefusals as refusals } from '../../contract/card-levels.ts'

/** Card levels with the category they belong to. */
export const cardLevels = (ctx: Ctx) =>
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

export const readCardLevel = (ctx: Ctx, CardLevelId: number) =>
  cardLevels(ctx).where('CardLevel.CardLevelId', '=', CardLevelId).executeTakeFirstOrThrow()

export async function lockCardLevel(ctx: Ctx, CardLevelId: number) {
  const level = await ctx.db
    .selectFrom('CardLevel')
    .selectAll()
    .where('CardLevelId', '=', CardLevelId)
    .forUpdate()
    .executeTakeFirst()
  if (!level) throw refusals.notFound()
  return level
}

/** A category has one Active level at a time; the database judges the periods. */
export function refuseOverlap(error: { constraint?: string }): never {
  throw error.constraint === 'card_level_one_at_a_time' ? refusals.overlap() : error
}

export function refuseReversedDates(from: string, to: string | null | undefined) {
  if (to && to < from) throw refusals.datesReversed()
}

/** Refuses a category that is not Active; it stays so until the change is done. */
export async function refuseUnknownCategory(ctx: Ctx, CardCategoryId: number) {
  const category = await ctx.db
    .selectFrom('CardCategory')
    .select('Status')
    .where('CardCategoryId', '=', CardCategoryId)
    .forKeyShare()
    .executeTakeFirst()
  if (category?.Status !== 'Active') throw refusals.categoryUnknown()
}
