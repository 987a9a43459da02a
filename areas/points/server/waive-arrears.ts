import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { balanceOf, findMember } from './rows.ts'

/** Lets a member off points that are owed: points are given that pay the debt at once, so that the ledger shows it. */
export async function waiveArrears(ctx: Ctx, { MembershipNo, Points, Remark }: Input<typeof contract.waiveArrears>) {
  const member = await findMember(ctx.db, MembershipNo)
  const locked = await sql<{ Arrears: number }>`select (lock_balance(${member.MembershipNo})).arrears`.execute(ctx.db)
  const { Arrears } = locked.rows[0]!
  if (Points > Arrears) throw contract.refusals.noArrears({ Arrears })

  const source = {
    BusinessDate: ctx.today,
    EarnedAt: ctx.now,
    AvailableFrom: ctx.today,
    // Ends today, so that the debt is paid from this gift and not from points the member earned.
    ExpiryDate: ctx.today,
    ObjectType: 'Arrears Waiver',
    ObjectValue: ctx.requestId,
    ReasonCode: 'Arrears waived',
    Remark,
    OutletCode: ctx.actor.outletCode,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
    RequestId: ctx.requestId,
    SourceKey: `waiver:${ctx.requestId}`,
  }
  await sql`select credit_points(${member.MembershipNo}, 'Adjust In', ${Points}, ${JSON.stringify(source)}::jsonb)`.execute(
    ctx.db,
  )

  ctx.audit(
    'Waive Arrears',
    'Membership',
    member.MembershipNo,
    `Waive Arrears in Points. MembershipNo - ${member.MembershipNo}, Points - ${Points}`,
  )
  return { Waived: Points, Balance: await balanceOf(ctx, member.MembershipNo) }
}
