import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import { refusals } from '../contract/ledger.ts'

/** The object that takes the points. */
type Taking = {
  MembershipNo: string
  Points: number
  ObjectType: string
  ObjectValue: string
  Remark?: string | null | undefined
  /** The reward that is paid with them: it alone may give them back. */
  ReferenceCode?: string
}

/**
 * Takes points from an Active member, soonest expiry first; a merged number takes them from the survivor. An object takes points once,
 * until they were given back.
 */
export async function takePoints(ctx: Ctx, { MembershipNo, Points, ...object }: Taking) {
  const source = { ...object, ...madeBy(ctx) }

  const taken = await mapDatabaseRefusal(
    sql<{ Taken: { HistoryId: number; MembershipNo: string } }>`
      select take_points(${MembershipNo}, ${Points}, ${ctx.today}, ${JSON.stringify(source)}::jsonb) as taken`.execute(
      ctx.db,
    ),
    refusals as never,
  ).catch((error: { constraint?: string }) => {
    const { ObjectType, ObjectValue } = object
    throw error.constraint === 'point_history_source' ? refusals.usedTwice({ ObjectType, ObjectValue }) : error
  })
  return taken.rows[0]!.Taken
}

/** Gives the points of a redemption back, once, with the expiry dates they had (at least 30 days). */
export async function givePointsBack(ctx: Ctx, HistoryId: number, Remark: string): Promise<number> {
  const { MembershipNo } = await ctx.db
    .selectFrom('PointHistory')
    .select('MembershipNo')
    .where('HistoryId', '=', HistoryId)
    .executeTakeFirstOrThrow()
  // The member's lock first, then the row: the same order as every other movement of points.
  await sql`select lock_balance(surviving_membership(${MembershipNo}))`.execute(ctx.db)
  const { Status } = await ctx.db
    .selectFrom('PointHistory')
    .select('Status')
    .where('HistoryId', '=', HistoryId)
    .executeTakeFirstOrThrow()
  if (Status !== 'Active') throw refusals.refundedAlready()

  const source = { Remark, ...madeBy(ctx) }
  const { rows } = await sql<{ Refunded: number }>`
    select refund_redemption(${HistoryId}, ${ctx.today}, ${JSON.stringify(source)}::jsonb) as refunded`.execute(ctx.db)
  return rows[0]!.Refunded
}

const madeBy = ({ actor, requestId }: Ctx) => ({
  OutletCode: actor.outletCode,
  StaffId: actor.staffId,
  CreatedById: actor.userId,
  RequestId: requestId,
})
