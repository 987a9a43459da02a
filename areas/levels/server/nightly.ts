import { readSettings } from '#areas/setup/server/index.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type { BatchChunkInput, BatchStep } from '#kit/server/nightly.ts'

// The nightly batch of card levels: approved changes take effect, then upgrades, returns and ended cycles are evaluated.

const MEMBERS = 2_000

const chunkAfter = ({ after, today, now }: BatchChunkInput) => ({ after, members: MEMBERS, today, moment: now })

/** Applies approved changes whose effective date has come. */
export const applyDueLevelChanges: BatchStep = {
  name: 'apply levels',
  chunk: async (tools) => (await databaseFunctions.applyLevelsOfMany(tools.db, chunkAfter(tools)))[0],
}

/** Evaluates upgrades whose sales were returned, if that was not done at the time of the return. */
export const evaluateCancelledUpgrades: BatchStep = {
  name: 'judge cancelled upgrades',
  chunk: async (tools) => (await databaseFunctions.levelsAfterCancelOfMany(tools.db, chunkAfter(tools)))[0],
}

/** Upgrades members with enough spend in their cycle. */
export const upgradeMembers: BatchStep = {
  name: 'upgrade members',
  async chunk(tools) {
    const how = (await readSettings(tools))['levels.upgrades']
    if (how === 'Off') return undefined
    const approved = how === 'Automatic'
    return (await databaseFunctions.upgradeMany(tools.db, { ...chunkAfter(tools), approved }))[0]
  },
}

/** Reviews ended cycles: members with enough spend begin the next cycle; for others a downgrade is requested. */
export const reviewCycles: BatchStep = {
  name: 'review cycles',
  chunk: async (tools) => (await databaseFunctions.reviewCyclesOfMany(tools.db, chunkAfter(tools)))[0],
}
