import { clearReferrer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type * as contract from '../contract.ts'
import { decidableReferralStatuses, referralRefusals, referrerActivity } from '../contract.ts'
import { readReferral } from './referrals.ts'

/** Approves a referral before its return window ends, or a flagged one, which the nightly batch cannot approve. */
export async function approveReferral(ctx: Ctx, { ReferralId, Remark }: Input<typeof contract.approveReferral>) {
  const { ReferrerMembershipNo, CustomerId } = await readReferral(ctx, ReferralId)

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
  await databaseFunctions.approveReferral(ctx.db, { id: ReferralId, source }, referralRefusals)

  ctx.audit(
    'Approve Referral',
    'Referral',
    ReferralId,
    `${referrerActivity.code}${referrerActivity.approved}. Approve Referral in Referrer Listing. ReferralId - ${ReferralId}, MembershipNo - ${ReferrerMembershipNo}, CustomerId - ${CustomerId}`,
  )
  return readReferral(ctx, ReferralId)
}

/** Rejects a referral and removes the referrer from the friend, so that no award is given. */
export async function rejectReferral(ctx: Ctx, { ReferralId, Reason }: Input<typeof contract.rejectReferral>) {
  const { ReferrerMembershipNo, CustomerId } = await readReferral(ctx, ReferralId)

  // The customer is locked before the referral, in the same order as in acceptReferrer.
  await clearReferrer(ctx, CustomerId, ReferrerMembershipNo)
  const update = await ctx.db
    .updateTable('Referral')
    .set({
      Status: 'Rejected',
      DecidedAt: ctx.now,
      DecidedById: ctx.actor.userId,
      DecidedBy: ctx.actor.name,
      DecisionRemark: Reason,
    })
    .where('ReferralId', '=', ReferralId)
    .where('Status', 'in', decidableReferralStatuses.reject)
    .executeTakeFirst()
  const referral = await readReferral(ctx, ReferralId)
  if (update.numUpdatedRows === 0n) throw referralRefusals.notRejectable({ Status: referral.Status })
  const source = {
    Now: ctx.now,
    OutletCode: ctx.actor.outletCode,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
  }
  await databaseFunctions.noteReferralActivity(ctx.db, {
    id: ReferralId,
    decision: `${referrerActivity.rejected}: ${Reason}`,
    source,
  })

  ctx.audit(
    'Reject Referral',
    'Referral',
    ReferralId,
    `${referrerActivity.code}${referrerActivity.rejected}. Reject Referral in Referrer Listing. ReferralId - ${ReferralId}, MembershipNo - ${ReferrerMembershipNo}, CustomerId - ${CustomerId}. ${Reason}`,
  )
  return referral
}
