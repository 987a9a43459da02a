import { clearReferrer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { activity, decisions, type rejectReferral as endpoint, refusals } from '../contract.ts'
import { referralOf } from './rows.ts'

/** Turns a referral down: the friend's record no longer names anybody, and nothing will be given for it. */
export async function rejectReferral(ctx: Ctx, { ReferralId, Reason }: Input<typeof endpoint>) {
  const { ReferrerMembershipNo, CustomerId } = await referralOf(ctx, ReferralId)

  // The customer first, as whoever names somebody does.
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

  ctx.audit(
    'Reject Referral',
    'Referral',
    ReferralId,
    `${activity.code}${activity.rejected}. Reject Referral in Referrer Listing. ReferralId - ${ReferralId}, MembershipNo - ${ReferrerMembershipNo}, CustomerId - ${CustomerId}. ${Reason}`,
  )
  return now
}
