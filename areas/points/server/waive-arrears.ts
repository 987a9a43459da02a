import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'
import { findMemberByNumber, requirePointBalance } from './rows.ts'

/** Waives a member's arrears: credits points that pay the debt immediately, so that the ledger shows the waiver. */
export async function waiveArrears(ctx: Ctx, { MembershipNo, Points, Remark }: Input<typeof contract.waiveArrears>) {
  const member = await findMemberByNumber(ctx.db, MembershipNo)
  const { Arrears } = await databaseFunctions.lockBalance(ctx.db, { member: member.MembershipNo })
  if (Points > Arrears) throw contract.pointRefusals.noArrears({ Arrears })

  const source = {
    BusinessDate: ctx.today,
    EarnedAt: ctx.now,
    AvailableFrom: ctx.today,
    // The lot of a waiver expires today, so it pays the debt before the points that the member earned.
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
  await databaseFunctions.creditPoints(ctx.db, {
    member: member.MembershipNo,
    kind: 'Adjust In',
    amount: Points,
    source,
  })

  ctx.audit(
    'Waive Arrears',
    'Membership',
    member.MembershipNo,
    `Waive Arrears in Points. MembershipNo - ${member.MembershipNo}, Points - ${Points}`,
  )
  return { Waived: Points, Balance: await requirePointBalance(ctx, member.MembershipNo) }
}
