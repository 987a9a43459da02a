import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publishEvent } from '#kit/server/events.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type * as contract from '../contract.ts'
import { customerRewardClaimed, customerRewardCollected } from './events.ts'
import { grantAccessToRewardCustomer, normaliseCustomerIdentifier } from './identify.ts'
import {
  logCustomerRewardAction,
  rewardRuleRefusals,
  rewardRuleSource,
  runRuleAndReadReward,
  toCustomerRewardEvent,
} from './reward-rows.ts'

/** Claims an issued reward: assigns a voucher, issues stock and deducts the points due at the claim. */
export async function claimReward(ctx: Ctx, input: Input<typeof contract.claimReward>) {
  const claim = { input: { ...input, ...normaliseCustomerIdentifier(input) }, source: rewardRuleSource(ctx) }
  const reward = await runRuleAndReadReward(
    ctx,
    databaseFunctions.claimReward(ctx.db, claim, rewardRuleRefusals),
    input,
  )
  await grantAccessToRewardCustomer(ctx, reward)
  logCustomerRewardAction(ctx, 'Claim Reward', reward.ReferenceCode)
  await publishEvent(ctx, customerRewardClaimed, toCustomerRewardEvent(reward))
  return { ...reward, Notices: [] }
}

/** Collects a redeemed Premium Gift. The reply contains a notice if the customer is not Active. */
export async function collectReward(ctx: Ctx, input: Input<typeof contract.collectReward>) {
  const collection = { input: { ...input, ...normaliseCustomerIdentifier(input) }, source: rewardRuleSource(ctx) }
  const collecting = databaseFunctions.collectReward(ctx.db, collection, rewardRuleRefusals)
  const reference = collecting.then(({ ReferenceCode }) => ReferenceCode)
  const reward = await runRuleAndReadReward(ctx, reference, input)
  const { NotActive } = await collecting
  await grantAccessToRewardCustomer(ctx, reward)
  logCustomerRewardAction(ctx, 'Collect Reward', reward.ReferenceCode)
  await publishEvent(ctx, customerRewardCollected, toCustomerRewardEvent(reward))
  return { ...reward, Notices: NotActive ? (['Customer is not Active'] as const).slice() : [] }
}
