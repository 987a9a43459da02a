import { sql } from 'kysely'
import { giveBySystem } from '#areas/customer-rewards/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

type Entry = {
  MembershipNo: string
  CardCategoryCode: string
  CardLevelId: number | null
  CycleStart: string
  CycleEnd: string
  /** The sale that qualifies; without one head office decided. */
  InvoiceNo: string | null
  BasisAmount: string | null
  RequiredAmount: string | null
  RequestedById: number | null
  RequestedAt: string
  Remark: string | null
}

/** Makes a member premium: the first entry of the member's levels, in force at once, with the welcome of the company. The membership is locked by the caller. */
export async function enterPremium(ctx: Ctx, { CardCategoryCode, InvoiceNo, Remark, ...entry }: Entry) {
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
  await sql`select apply_level(${LevelHistoryId}, ${ctx.today}, ${ctx.now})`.execute(ctx.db)
  await giveBySystem(ctx, { Type: 'New Member', MembershipNo: entry.MembershipNo, Period: ctx.today })
  return LevelHistoryId
}
