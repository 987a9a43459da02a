import { z } from 'zod'
import type { ApprovalEffect } from '#areas/approvals/contract.ts'
import { defineApprovalKind, requestApproval } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Id, YN } from '#kit/contract/fields.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import type { deactivateReward as endpoint } from '../contract/rewards.ts'
import { rewardRefusals as refusals } from '../contract/rewards.ts'
import {
  countOutstandingCustomerRewards,
  DEACTIVATION_APPROVAL_KIND,
  lockReward,
  logRewardAction,
  readReward,
} from './reward-rows.ts'

type DeactivationInput = { RewardId: number; HonourOutstandingYN: 'Y' | 'N' }

async function applyDeactivation(ctx: Ctx, { RewardId, HonourOutstandingYN }: DeactivationInput) {
  await ctx.db
    .updateTable('Reward')
    .set(({ eb }) => ({
      Status: 'Inactive',
      HonourOutstandingYN,
      DeactivatedAt: ctx.now,
      Version: eb('Version', '+', 1),
      UpdatedAt: ctx.now,
    }))
    .where('RewardId', '=', RewardId)
    .execute()
  logRewardAction(ctx, 'Deactivate Reward', RewardId)
}

/** Deactivates a reward at once if no member has it; otherwise requests a second person's approval. */
export async function deactivateReward(ctx: Ctx, { RewardId, Version, HonourOutstandingYN }: Input<typeof endpoint>) {
  const reward = await lockReward(ctx, RewardId)
  if (reward.Status === 'Deleted') throw refusals.deleted()
  if (reward.Version !== Version) throw staleVersionRefusal(await readReward(ctx, RewardId))
  const Outstanding = await countOutstandingCustomerRewards(ctx, RewardId)
  if (Outstanding === 0) await applyDeactivation(ctx, { RewardId, HonourOutstandingYN })
  else
    await requestApproval(ctx, {
      Kind: DEACTIVATION_APPROVAL_KIND,
      ObjectType: 'Reward',
      ObjectId: RewardId,
      Summary: { key: 'approvals:summary.rewardDeactivation', params: { code: reward.Code, members: Outstanding } },
      Payload: { RewardId, HonourOutstandingYN },
      Privilege: 'Approve Requests',
    })
  return readReward(ctx, RewardId)
}

export const rewardDeactivationApprovalKind = defineApprovalKind({
  name: DEACTIVATION_APPROVAL_KIND,
  privilege: 'Approve Requests',
  payload: z.strictObject({ RewardId: Id, HonourOutstandingYN: YN }),
  effects: async (ctx, { RewardId, HonourOutstandingYN }): Promise<ApprovalEffect[]> => {
    const reward = await readReward(ctx, RewardId)
    return [
      {
        What: { key: 'approvals:effect.rewardStatus', params: { code: reward.Code } },
        Before: reward.Status,
        After: 'Inactive',
      },
      {
        What: { key: 'approvals:effect.rewardHonoured', params: { members: reward.Outstanding } },
        Before: 'Y',
        After: HonourOutstandingYN,
      },
    ]
  },
  approve: async (ctx, input) => {
    const reward = await lockReward(ctx, input.RewardId)
    if (reward.Status === 'Deleted') throw refusals.deleted()
    await applyDeactivation(ctx, input)
  },
})
