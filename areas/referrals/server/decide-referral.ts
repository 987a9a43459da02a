import { sql } from 'kysely'
import { clearReferrer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import type * as contract from '../contract.ts'
import { activity, decisions, refusals } from '../contract.ts'
import { referralOf } from './referrals.ts'

/** Gives the award before its time, or where the nightly batch leaves it to a person. */
export async function approveReferral(ctx: Ctx, { ReferralId, Remark }: Input<typeof contract.approveReferral>) {
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
  await mapDatabaseRefusal(
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

/** Turns a referral down: the friend's record no longer names anybody, and nothing will be given for it. */
export async function rejectReferral(ctx: Ctx, { ReferralId, Reason }: Input<typeof contract.rejectReferral>) {
  const { ReferrerMembershipNo, CustomerId } = await referralOf(ctx, ReferralId)

  // The customer first, as anyone who names somebody does.
  await clearReferrer(ctx, CustomerId, ReferrerMembershipNo)
  const rejected = await ctx.db
    .updateTable('Referral')
    .set({
      Status: 'Rejected',
      DecidedAt: ctx.now,
      DecidedById: ctx.actor.userId,
      DecidedBy: ctx.actor.name,
      DecisionRemark: Reason,
    })
    .where('ReferralId', '=', ReferralId)
    .where('Status', 'in', decisions.reject)
    .executeTakeFirst()
  const now = await referralOf(ctx, ReferralId)
  if (rejected.numUpdatedRows === 0n) throw refusals.notRejectable({ Status: now.Status })
  const source = {
    Now: ctx.now,
    OutletCode: ctx.actor.outletCode,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
  }
  await sql`select note_referral_activity(${ReferralId}, ${`${activity.rejected}: ${Reason}`}, ${JSON.stringify(source)}::jsonb)`.execute(
    ctx.db,
  )

  ctx.audit(
    'Reject Referral',
    'Referral',
    ReferralId,
    `${activity.code}${activity.rejected}. Reject Referral in Referrer Listing. ReferralId - ${ReferralId}, MembershipNo - ${ReferrerMembershipNo}, CustomerId - ${CustomerId}. ${Reason}`,
  )
  return now
}
