import { type RawBuilder, sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { BatchStep, BatchTools, Chunk } from '#kit/server/nightly.ts'

// The nightly batch of card levels: what was approved takes effect, then who has moved by what was bought or returned.

const MEMBERS = 2_000

const chunkOf = async ({ db }: BatchTools, call: RawBuilder<unknown>) =>
  (await sql<Chunk>`select * from ${call}`.execute(db)).rows[0]

/** Changes of level whose day has come. */
export const applyLevels: BatchStep = {
  name: 'apply levels',
  chunk: (tools) => chunkOf(tools, sql`apply_levels_of_many(${tools.after}, ${MEMBERS}, ${tools.today}, ${tools.now})`),
}

/** Upgrades whose sales were returned, as far as that was not seen when it happened. */
export const evaluateCancelledUpgrades: BatchStep = {
  name: 'judge cancelled upgrades',
  chunk: (tools) =>
    chunkOf(tools, sql`levels_after_cancel_of_many(${tools.after}, ${MEMBERS}, ${tools.today}, ${tools.now})`),
}

/** Who spent enough in the cycle moves up. */
export const upgradeMembers: BatchStep = {
  name: 'upgrade members',
  async chunk(tools) {
    const how = (await settings(tools))['levels.upgrades']
    if (how === 'Off') return undefined
    const approved = how === 'Automatic'
    return chunkOf(tools, sql`upgrade_many(${tools.after}, ${MEMBERS}, ${approved}, ${tools.today}, ${tools.now})`)
  },
}

/** Cycles that have ended: who stays begins the next one, who does not is asked about. */
export const reviewCycles: BatchStep = {
  name: 'review cycles',
  chunk: (tools) =>
    chunkOf(tools, sql`review_cycles_of_many(${tools.after}, ${MEMBERS}, ${tools.today}, ${tools.now})`),
}
