import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { pointRefusals } from '../contract/ledger.ts'

/** The reward, invoice or other object for which points are taken, and the member who pays. */
type Redemption = {
  MembershipNo: string
  Points: number
  ObjectType: string
  ObjectValue: string
  Remark?: string | null | undefined
  /** Reward that is paid with the points; only the cancellation of the reward refunds them. */
  ReferenceCode?: string
}

/**
 * Takes points from an Active member, soonest expiry first; a merged number uses the survivor's points.
 * An object takes points only once until they are refunded.
 */
export async function takePointsForObject(ctx: Ctx, { MembershipNo, Points, ...object }: Redemption) {
  const source = { ...object, ...redemptionSource(ctx) }
  const redemption = { number: MembershipNo, amount: Points, today: ctx.today, source }
  return databaseFunctions.takePoints(ctx.db, redemption, pointRefusals).catch((error: { constraint?: string }) => {
    const { ObjectType, ObjectValue } = object
    throw error.constraint === 'point_history_source' ? pointRefusals.usedTwice({ ObjectType, ObjectValue }) : error
  })
}

/** Refunds the points of a redemption, once, with their expiry dates extended to at least the days of grace. */
export async function refundTakenPoints(ctx: Ctx, HistoryId: number, Remark: string): Promise<number> {
  const { MembershipNo } = await ctx.db
    .selectFrom('PointHistory')
    .select('MembershipNo')
    .where('HistoryId', '=', HistoryId)
    .executeTakeFirstOrThrow()
  // Every movement of points locks the member's balance before any ledger row, to avoid deadlocks.
  await sql`select lock_balance(surviving_membership(${MembershipNo}))`.execute(ctx.db)
  const { Status } = await ctx.db
    .selectFrom('PointHistory')
    .select('Status')
    .where('HistoryId', '=', HistoryId)
    .executeTakeFirstOrThrow()
  if (Status !== 'Active') throw pointRefusals.refundedAlready()

  const source = { Remark, ...redemptionSource(ctx) }
  return databaseFunctions.refundRedemption(ctx.db, { debit: HistoryId, today: ctx.today, source })
}

/** Outlet, staff, account and request of a redemption or refund. */
export const redemptionSource = ({ actor, requestId }: Ctx) => ({
  OutletCode: actor.outletCode,
  StaffId: actor.staffId,
  CreatedById: actor.userId,
  RequestId: requestId,
})
