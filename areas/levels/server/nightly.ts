import { readSettings } from '#areas/setup/server/index.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type { BatchChunkInput, BatchStep } from '#kit/server/nightly.ts'

// The nightly batch of card levels applies approved changes, then evaluates upgrades, returns and ended cycles.

const MEMBERS = 2_000

const chunkAfter = ({ after, today, now }: BatchChunkInput) => ({ after, members: MEMBERS, today, moment: now })

/** Applies approved changes of level whose effective date has come. */
export const applyDueLevelChangesStep: BatchStep = {
  name: 'apply levels',
  chunk: async (tools) => (await databaseFunctions.applyLevelsOfMany(tools.db, chunkAfter(tools)))[0],
}

/** Evaluates upgrades whose sales were returned, if the return itself did not. */
export const evaluateCancelledUpgradesStep: BatchStep = {
  name: 'judge cancelled upgrades',
  chunk: async (tools) => (await databaseFunctions.levelsAfterCancelOfMany(tools.db, chunkAfter(tools)))[0],
}

/** Upgrades the members who have enough spend in their cycle. */
export const upgradeMembersStep: BatchStep = {
  name: 'upgrade members',
  async chunk(tools) {
    const how = (await readSettings(tools))['levels.upgrades']
    if (how === 'Off') return undefined
    const approved = how === 'Automatic'
    return (await databaseFunctions.upgradeMany(tools.db, { ...chunkAfter(tools), approved }))[0]
  },
}

/** Reviews ended cycles. Members with enough spend begin the next cycle; a downgrade is requested for others. */
export const reviewCyclesStep: BatchStep = {
  name: 'review cycles',
  chunk: async (tools) => (await databaseFunctions.reviewCyclesOfMany(tools.db, chunkAfter(tools)))[0],
}
