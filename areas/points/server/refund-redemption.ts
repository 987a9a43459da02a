import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { balanceOf } from './rows.ts'

/** Gives the points of a redemption back, once, with the expiry dates they had (at least 30 days). */
export async function refundRedemption(ctx: Ctx, { HistoryId, Remark }: Input<typeof contract.refundRedemption>) {
  const entry = await ctx.db
    .selectFrom('PointHistory')
    .select(['MembershipNo', 'TransactionType'])
    .where('HistoryId', '=', HistoryId)
    .executeTakeFirst()
  if (!entry) throw contract.refusals.entryNotFound()
  if (entry.TransactionType !== 'Redeem') throw contract.refusals.notARedemption()

  // The member's lock first, then the row: the same order as every other movement of points.
  await sql`select lock_balance(${entry.MembershipNo})`.execute(ctx.db)
  const { Status } = await ctx.db
    .selectFrom('PointHistory')
    .select('Status')
    .where('HistoryId', '=', HistoryId)
    .executeTakeFirstOrThrow()
  if (Status !== 'Active') throw contract.refusals.refundedAlready()

  const source = {
    Remark,
    OutletCode: ctx.actor.outletCode,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
    RequestId: ctx.requestId,
  }
  const { rows } = await sql<{ Refunded: number }>`
    select refund_redemption(${HistoryId}, ${ctx.today}, ${JSON.stringify(source)}::jsonb) as refunded`.execute(ctx.db)

  ctx.audit('Refund Redemption', 'PointHistory', HistoryId, `Refund Redemption in Points. HistoryId - ${HistoryId}`)
  return { Refunded: rows[0]!.Refunded, Balance: await balanceOf(ctx, entry.MembershipNo) }
}
