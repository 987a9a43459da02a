import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals, startsWith } from '#kit/server/filters.ts'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { cardCategoryRecord, cardCategoryRefusals as refusals } from '../contract/card-categories.ts'

/** Selects card categories with the name of their group. */
const withGroup = (ctx: Ctx) =>
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

/** Returns one card category by its number or code. */
async function getCardCategory(ctx: Ctx, { CardCategoryId, Code }: Input<typeof cardCategoryRecord.get>) {
  const category = await withGroup(ctx)
    .where('CardCategory.Status', '<>', 'Deleted')
    .$if(CardCategoryId !== undefined, (categories) =>
      categories.where('CardCategory.CardCategoryId', '=', CardCategoryId!),
    )
    .$if(Boolean(Code), (categories) => categories.where('CardCategory.Code', '=', (Code ?? '').toUpperCase()))
    .executeTakeFirst()
  if (!category) throw refusals.notFound()
  return category
}

/** Throws unless the card group is Active, and locks the group until the transaction ends. */
async function refuseUnknownGroup(ctx: Ctx, GroupId: number) {
  const group = await ctx.db
    .selectFrom('CardGroup')
    .select('Status')
    .where('GroupId', '=', GroupId)
    .forKeyShare()
    .executeTakeFirst()
  if (group?.Status !== 'Active') throw refusals.groupUnknown()
}

export const cardCategoryRoutes = serveRecord(cardCategoryRecord, {
  ...recordUseCases(cardCategoryRecord, {
    rows: withGroup,
    filters: ({ Code, Name, CardGroupId }) => [
      startsWith('CardCategory.Code', Code?.toUpperCase()),
      contains('CardCategory.Name', Name),
      equals('CardCategory.CardGroupId', CardGroupId),
    ],
    constraintRefusals: { card_category_sequence: refusals.sequenceTaken },
    check: async (ctx, { CardGroupId }, step) => {
      if (step !== 'update') await refuseUnknownGroup(ctx, CardGroupId)
    },
  }),
  get: getCardCategory,
})
