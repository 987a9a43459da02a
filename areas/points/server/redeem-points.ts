import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { orRefuse } from '#kit/server/raised.ts'
import * as contract from '../contract.ts'
import { balanceOf, findMember, historyColumns, historyTables } from './rows.ts'

/** Takes points from an Active member, soonest expiry first; the same object can take points once only. */
export async function redeemPoints(
  ctx: Ctx,
  { MembershipNo, Points, ObjectType, ObjectValue, Remark }: Input<typeof contract.redeemPoints>,
) {
  const member = await findMember(ctx.db, MembershipNo)
  if (member.Status !== 'Active' || member.CustomerStatus !== 'Active') throw contract.refusals.notActive()
  const source = {
    ObjectType,
    ObjectValue,
    Remark,
    OutletCode: ctx.actor.outletCode,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
    RequestId: ctx.requestId,
    SourceKey: `redeem:${ObjectType}:${ObjectValue}`,
  }

  const taken = await orRefuse(
    sql<{ Taken: { HistoryId: number } }>`
      select debit_points(${member.MembershipNo}, 'Redeem', ${Points}, ${ctx.today}, ${JSON.stringify(source)}::jsonb) as taken`.execute(
      ctx.db,
    ),
    contract.refusals as never,
  ).catch((error: { constraint?: string }) => {
    throw error.constraint === 'point_history_source' ? contract.refusals.usedTwice({ ObjectType, ObjectValue }) : error
  })
  const { HistoryId } = taken.rows[0]!.Taken
  const [history, Balance] = await Promise.all([
    sql<contract.History>`select ${historyColumns} from ${historyTables} where h.history_id = ${HistoryId}`.execute(
      ctx.db,
    ),
    balanceOf(ctx, member.MembershipNo),
  ])

  ctx.audit(
    'Point Redemption',
    'PointHistory',
    HistoryId,
    `Point Redemption in Points. MembershipNo - ${member.MembershipNo}, Points - ${Points}`,
  )
  return { History: history.rows[0]!, Balance }
}
