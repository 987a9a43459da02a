import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { awaitStatements } from '#kit/server/database-refusal.ts'
import { publishEvent } from '#kit/server/events.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type * as contract from '../contract.ts'
import { customerRewardCancelled } from './events.ts'
import {
  logCustomerRewardAction,
  readCustomerReward,
  rewardRuleRefusals,
  rewardRuleSource,
  toCustomerRewardEvent,
} from './reward-rows.ts'

/** Runs an SQL rule that changes the customer reward, and reads the changed row in the same round trip. */
async function applyRule(ctx: Ctx, ReferenceCode: string, rule: Promise<void>, action: string) {
  const [, reward] = await awaitStatements(rule, readCustomerReward(ctx, ReferenceCode))
  logCustomerRewardAction(ctx, action, ReferenceCode)
  return { ...reward, Notices: [] }
}

const publishCancellation = async <Reward extends contract.CustomerReward>(
  ctx: Ctx,
  Act: 'claim' | 'collect' | 'redeem',
  reward: Reward,
) => {
  await publishEvent(ctx, customerRewardCancelled, { ...toCustomerRewardEvent(reward), Act })
  return reward
}

/** Cancels a claim: reverses voucher, stock and points. The member can then claim the reward again. */
export async function cancelClaim(ctx: Ctx, { ReferenceCode, Reason }: Input<typeof contract.cancelClaim>) {
  const cancellation = { reference: ReferenceCode, reason: Reason, source: rewardRuleSource(ctx) }
  const rule = databaseFunctions.cancelRewardClaim(ctx.db, cancellation, rewardRuleRefusals)
  return publishCancellation(ctx, 'claim', await applyRule(ctx, ReferenceCode, rule, 'Cancel Claim Reward'))
}

/** Cancels a collection: returns the item to stock. The reward stays redeemed. */
export async function cancelCollect(
  ctx: Ctx,
  { ReferenceCode, Reason, ItemBackYN }: Input<typeof contract.cancelCollect>,
) {
  const cancellation = { reference: ReferenceCode, reason: Reason, source: { ...rewardRuleSource(ctx), ItemBackYN } }
  const rule = databaseFunctions.cancelRewardCollect(ctx.db, cancellation, rewardRuleRefusals)
  return publishCancellation(ctx, 'collect', await applyRule(ctx, ReferenceCode, rule, 'Cancel Collect Reward'))
}

const cancelRedemption = (ctx: Ctx, reference: string, reason: string | null, ends: 'Cancelled' | 'Deleted') =>
  databaseFunctions.cancelRewardRedeem(
    ctx.db,
    { reference, reason, ends, source: rewardRuleSource(ctx) },
    rewardRuleRefusals,
  )

/** Cancels a redemption: refunds the points and releases the reserved stock and the limit. */
export async function cancelRedeem(ctx: Ctx, { ReferenceCode, Reason }: Input<typeof contract.cancelRedeem>) {
  const rule = cancelRedemption(ctx, ReferenceCode, Reason, 'Cancelled')
  return publishCancellation(ctx, 'redeem', await applyRule(ctx, ReferenceCode, rule, 'Cancel Redeem Reward'))
}

/** Cancels a redemption like `cancelRedeem`, but sets the status Deleted. */
export async function deleteCustomerReward(
  ctx: Ctx,
  { ReferenceCode, Reason }: Input<typeof contract.deleteCustomerReward>,
) {
  const rule = cancelRedemption(ctx, ReferenceCode, Reason ?? null, 'Deleted')
  return publishCancellation(ctx, 'redeem', await applyRule(ctx, ReferenceCode, rule, 'Delete Customer Reward'))
}

/** Extends the validity of a customer reward to a later last day. */
export const extendReward = (ctx: Ctx, { ReferenceCode, ValidityTo, Remarks }: Input<typeof contract.extendReward>) =>
  applyRule(
    ctx,
    ReferenceCode,
    databaseFunctions.extendReward(
      ctx.db,
      { reference: ReferenceCode, until: ValidityTo, remark: Remarks ?? null, source: rewardRuleSource(ctx) },
      rewardRuleRefusals,
    ),
    'Extend Reward',
  )
