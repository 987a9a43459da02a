import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publish } from '#kit/server/events.ts'
import { functions } from '#kit/server/functions.ts'
import type * as contract from '../contract.ts'
import { customerRewardClaimed, customerRewardCollected } from './events.ts'
import { openCustomer, toStoredIdentifier } from './identify.ts'
import { logCustomerReward, readRewardAfterRule, ruleRefusals, ruleSource, toEvent } from './reward-rows.ts'

/** Claims an issued reward: assigns a voucher, issues stock and deducts the points due at the claim. */
export async function claimReward(ctx: Ctx, input: Input<typeof contract.claimReward>) {
  const claim = { input: { ...input, ...toStoredIdentifier(input) }, source: ruleSource(ctx) }
  const reward = await readRewardAfterRule(ctx, functions.claimReward(ctx.db, claim, ruleRefusals), input)
  await openCustomer(ctx, reward)
  logCustomerReward(ctx, 'Claim Reward', reward.ReferenceCode)
  await publish(ctx, customerRewardClaimed, toEvent(reward))
  return { ...reward, Notices: [] }
}

/** Collects a redeemed Premium Gift. If the customer is not Active, the reply contains a notice. */
export async function collectReward(ctx: Ctx, input: Input<typeof contract.collectReward>) {
  const collection = { input: { ...input, ...toStoredIdentifier(input) }, source: ruleSource(ctx) }
  const collecting = functions.collectReward(ctx.db, collection, ruleRefusals)
  const reference = collecting.then(({ ReferenceCode }) => ReferenceCode)
  const reward = await readRewardAfterRule(ctx, reference, input)
  const { NotActive } = await collecting
  await openCustomer(ctx, reward)
  logCustomerReward(ctx, 'Collect Reward', reward.ReferenceCode)
  await publish(ctx, customerRewardCollected, toEvent(reward))
  return { ...reward, Notices: NotActive ? (['Customer is not Active'] as const).slice() : [] }
}
