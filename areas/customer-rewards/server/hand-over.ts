import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publish } from '#kit/server/events.ts'
import type * as contract from '../contract.ts'
import { customerRewardClaimed, customerRewardCollected } from './events.ts'
import { opened, storedIdentifier } from './identify.ts'
import { askAndRead, json, log, moved, sourceOf } from './reward-rows.ts'

/** Hands over what was issued: voucher, stock and, where it is paid now, points. */
export async function claimReward(ctx: Ctx, input: Input<typeof contract.claimReward>) {
  const { reward } = await askAndRead(
    ctx,
    sql<{ Answer: { ReferenceCode: string } }>`
      select claim_reward(${json({ ...input, ...storedIdentifier(input) })}, ${json(sourceOf(ctx))}) as answer`,
    input,
  )
  await opened(ctx, reward)
  log(ctx, 'Claim Reward', reward.ReferenceCode)
  await publish(ctx, customerRewardClaimed, moved(reward))
  return { ...reward, Notices: [] }
}

/** Hands over a Premium Gift that was redeemed before; of a customer who is not Active there is a notice, and they are served. */
export async function collectReward(ctx: Ctx, input: Input<typeof contract.collectReward>) {
  const { answer, reward } = await askAndRead(
    ctx,
    sql<{ Answer: { ReferenceCode: string; NotActive: boolean } }>`
      select collect_reward(${json({ ...input, ...storedIdentifier(input) })}, ${json(sourceOf(ctx))}) as answer`,
    input,
  )
  await opened(ctx, reward)
  log(ctx, 'Collect Reward', reward.ReferenceCode)
  await publish(ctx, customerRewardCollected, moved(reward))
  return { ...reward, Notices: answer.NotActive ? (['Customer is not Active'] as const).slice() : [] }
}
