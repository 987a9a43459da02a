import { readSecurityCode } from '#areas/vouchers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { CLAIMED_CODE_VISIBLE_MINUTES, type showClaimedCode as endpoint } from '../contract/claimed-code.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'
import { logCustomerRewardAction } from './reward-rows.ts'

/** Returns the security code of a voucher that the caller has just claimed, and records the access in the text log. */
export async function showClaimedCode(ctx: Ctx, { ReferenceCode }: Input<typeof endpoint>) {
  const { userId } = ctx.actor
  const claim = await ctx.db
    .selectFrom('CustomerReward')
    .select(['Status', 'VoucherNo', 'ClaimedById', 'ClaimedOutletCode', 'ClaimedDate'])
    .where('ReferenceCode', '=', ReferenceCode)
    .executeTakeFirst()
  if (!claim) throw customerRewardRefusals.notFound()
  const { Status, VoucherNo, ClaimedDate } = claim
  const refusal = () => customerRewardRefusals.codeNotShown({ Minutes: CLAIMED_CODE_VISIBLE_MINUTES })
  if (Status !== 'Claimed' || VoucherNo === null || ClaimedDate === null) throw refusal()
  if (userId === null || claim.ClaimedById !== userId || !isAtOutlet(ctx, claim.ClaimedOutletCode)) throw refusal()
  const until = new Date(Date.parse(ClaimedDate) + CLAIMED_CODE_VISIBLE_MINUTES * 60_000)
  if (until <= ctx.now) throw refusal()
  const SecurityCode = await readSecurityCode(ctx, VoucherNo)
  logCustomerRewardAction(ctx, 'View Security Code', ReferenceCode, `, VoucherNo - ${VoucherNo}`)
  return { ReferenceCode, VoucherNo, SecurityCode, VisibleUntil: until.toISOString() }
}

/** True if the caller belongs to the outlet. An account without an outlet belongs to claims without one. */
const isAtOutlet = ({ actor: { outletCode, outletCodes = [] } }: Ctx, outlet: string | null) =>
  outlet !== null && outletCodes.length > 0 ? outletCodes.includes(outlet) : outlet === outletCode
