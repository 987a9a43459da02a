import type { RewardType } from '#areas/rewards/contract/rewards.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type { BatchChunkInput, BatchStep } from '#kit/server/nightly.ts'
import { logCustomerRewardAction, rewardRuleSource } from './reward-rows.ts'

type Cause = {
  Type: RewardType
  MembershipNo: string
  /** The period for which the member gets each reward only once. */
  Period: string
}

/**
 * Gives a member all automatic rewards of a type that are valid today.
 * A refused reward is stored for the nightly retry, and the caller's work does not fail.
 */
export async function giveAutomaticRewards(ctx: Ctx, { Type, MembershipNo, Period }: Cause) {
  const gift = { kind: Type, number: MembershipNo, givenFor: Period, source: rewardRuleSource(ctx) }
  for (const reference of await databaseFunctions.giveBySystem(ctx.db, gift))
    logCustomerRewardAction(ctx, 'Issue Reward', reference)
}

const CHUNK_SIZE = 500

const chunkInput = ({ today, now, after }: BatchChunkInput) => ({
  after: Number(after),
  source: { Today: today, At: now.toISOString(), UserName: 'night', RequestId: 'night' },
})

/** The nightly step that retries automatic rewards which could not be given on their day. */
export const retryWaitingRewardsStep: BatchStep = {
  name: 'give waiting rewards',
  async chunk(tools) {
    return (await databaseFunctions.giveWaiting(tools.db, { ...chunkInput(tools), most: CHUNK_SIZE }))[0]
  },
}

/** The nightly step that gives this month's birthday rewards to customers who have not received them this year. */
export const giveBirthdayRewardsStep: BatchStep = {
  name: 'give birthday rewards',
  async chunk(tools) {
    return (await databaseFunctions.giveBirthdays(tools.db, { ...chunkInput(tools), customers: CHUNK_SIZE }))[0]
  },
}
