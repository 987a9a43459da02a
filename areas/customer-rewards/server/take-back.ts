import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allSent } from '#kit/server/database-refusal.ts'
import { publish } from '#kit/server/events.ts'
import type * as contract from '../contract.ts'
import { customerRewardCancelled } from './events.ts'
import { askRule, json, log, moved, rewardNow, sourceOf } from './reward-rows.ts'

/** The change and the reward after it travel together. */
async function change(ctx: Ctx, ReferenceCode: string, rule: RawBuilder<unknown>, action: string) {
  const [, reward] = await allSent(
    askRule(ctx, sql<{ Answer: unknown }>`select ${rule} as answer`),
    rewardNow(ctx, ReferenceCode),
  )
  log(ctx, action, ReferenceCode)
  return { ...reward, Notices: [] }
}

const cancelled = async <Reward extends contract.CustomerReward>(
  ctx: Ctx,
  Act: 'claim' | 'collect' | 'redeem',
  reward: Reward,
) => {
  await publish(ctx, customerRewardCancelled, { ...moved(reward), Act })
  return reward
}

/** Voucher, stock and points return, and the reward can be claimed again. */
export async function cancelClaim(ctx: Ctx, { ReferenceCode, Reason }: Input<typeof contract.cancelClaim>) {
  const rule = sql`cancel_reward_claim(${ReferenceCode}, ${Reason}, ${json(sourceOf(ctx))})`
  return cancelled(ctx, 'claim', await change(ctx, ReferenceCode, rule, 'Cancel Claim Reward'))
}

/** The item lies in the outlet again; the reward stays redeemed. */
export async function cancelCollect(
  ctx: Ctx,
  { ReferenceCode, Reason, ItemBackYN }: Input<typeof contract.cancelCollect>,
) {
  const rule = sql`cancel_reward_collect(${ReferenceCode}, ${Reason}, ${json({ ...sourceOf(ctx), ItemBackYN })})`
  return cancelled(ctx, 'collect', await change(ctx, ReferenceCode, rule, 'Cancel Collect Reward'))
}

const away = (ctx: Ctx, ReferenceCode: string, reason: string | null, ends: 'Cancelled' | 'Deleted') =>
  sql`cancel_reward_redeem(${ReferenceCode}, ${reason}, ${ends}, ${json(sourceOf(ctx))})`

/** Points return, reserved stock and the place under the limit are free. */
export async function cancelRedeem(ctx: Ctx, { ReferenceCode, Reason }: Input<typeof contract.cancelRedeem>) {
  const rule = away(ctx, ReferenceCode, Reason, 'Cancelled')
  return cancelled(ctx, 'redeem', await change(ctx, ReferenceCode, rule, 'Cancel Redeem Reward'))
}

/** The same, and the record is marked as Deleted. */
export async function deleteCustomerReward(
  ctx: Ctx,
  { ReferenceCode, Reason }: Input<typeof contract.deleteCustomerReward>,
) {
  const rule = away(ctx, ReferenceCode, Reason ?? null, 'Deleted')
  return cancelled(ctx, 'redeem', await change(ctx, ReferenceCode, rule, 'Delete Customer Reward'))
}

/** Gives the member longer. */
export const extendReward = (ctx: Ctx, { ReferenceCode, ValidityTo, Remarks }: Input<typeof contract.extendReward>) =>
  change(
    ctx,
    ReferenceCode,
    sql`extend_reward(${ReferenceCode}, ${ValidityTo}::date, ${Remarks ?? null}, ${json(sourceOf(ctx))})`,
    'Extend Reward',
  )
