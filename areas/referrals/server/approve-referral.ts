import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { orRefuse } from '#kit/server/raised.ts'
import { activity, type approveReferral as endpoint, refusals } from '../contract.ts'
import { referralOf } from './rows.ts'

/** Gives the award before its time, or where the night leaves it to a person. */
export async function approveReferral(ctx: Ctx, { ReferralId, Remark }: Input<typeof endpoint>) {
  const { ReferrerMembershipNo, CustomerId } = await referralOf(ctx, ReferralId)

  const source = {
    Today: ctx.today,
    Now: ctx.now,
    OutletCode: ctx.actor.outletCode,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
    RequestId: ctx.requestId,
    DecidedBy: ctx.actor.name,
    Remark,
  }
  await orRefuse(
    sql`select approve_referral(${ReferralId}, ${JSON.stringify(source)}::jsonb)`.execute(ctx.db),
    refusals as never,
  )

  ctx.audit(
    'Approve Referral',
    'Referral',
    ReferralId,
    `${activity.code}${activity.approved}. Approve Referral in Referrer Listing. ReferralId - ${ReferralId}, MembershipNo - ${ReferrerMembershipNo}, CustomerId - ${CustomerId}`,
  )
  return referralOf(ctx, ReferralId)
}
