import { giveAutomaticRewards } from '#areas/customer-rewards/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'

type Entry = {
  MembershipNo: string
  CardCategoryCode: string
  CardLevelId: number | null
  CycleStart: string
  CycleEnd: string
  /** The invoice of the qualifying sale; null if head office makes the member premium without a sale. */
  InvoiceNo: string | null
  BasisAmount: string | null
  RequiredAmount: string | null
  RequestedById: number | null
  RequestedAt: string
  Remark: string | null
}

/**
 * Makes a member premium: writes the first level history and gives the welcome reward.
 * The caller has locked the membership.
 */
export async function makeMemberPremium(ctx: Ctx, { CardCategoryCode, InvoiceNo, Remark, ...entry }: Entry) {
  const { LevelHistoryId } = await ctx.db
    .insertInto('MembershipLevelHistory')
    .values({
      ...entry,
      Action: 'Upgrade',
      ToCategory: CardCategoryCode,
      Reason: InvoiceNo ? 'Qualified by spend' : 'Staff request',
      BasisInvoiceNo: InvoiceNo,
      EffectiveDate: ctx.today,
      Status: 'Approved',
      OutletCode: ctx.actor.outletCode,
      DecidedById: ctx.actor.userId,
      DecidedAt: ctx.now,
      DecisionRemark: Remark,
    })
    .returning('LevelHistoryId')
    .executeTakeFirstOrThrow()
  await databaseFunctions.applyLevel(ctx.db, { id: LevelHistoryId, today: ctx.today, moment: ctx.now })
  await giveAutomaticRewards(ctx, { Type: 'New Member', MembershipNo: entry.MembershipNo, Period: ctx.today })
  return LevelHistoryId
}
