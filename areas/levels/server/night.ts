import { type RawBuilder, sql } from 'kysely'
import type { NightStep, NightTools, Portion } from '#areas/points/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'

// The night of card levels: what was approved takes effect, then who has moved by what was bought or taken back.

const MEMBERS = 2_000

const portionOf = async ({ db }: NightTools, call: RawBuilder<unknown>) =>
  (await sql<Portion>`select * from ${call}`.execute(db)).rows[0]

/** Changes of level whose day has come. */
export const applyLevels: NightStep = {
  name: 'apply levels',
  portion: (tools) =>
    portionOf(tools, sql`apply_levels_of_many(${tools.after}, ${MEMBERS}, ${tools.today}, ${tools.now})`),
}

/** Upgrades whose sales were taken back, as far as that was not seen when it happened. */
export const judgeCancelledUpgrades: NightStep = {
  name: 'judge cancelled upgrades',
  portion: (tools) =>
    portionOf(tools, sql`levels_after_cancel_of_many(${tools.after}, ${MEMBERS}, ${tools.today}, ${tools.now})`),
}

/** Who spent enough in the cycle moves up. */
export const upgradeMembers: NightStep = {
  name: 'upgrade members',
  async portion(tools) {
    const how = (await settings(tools))['levels.upgrades']
    if (how === 'Off') return undefined
    const approved = how === 'Automatic'
    return portionOf(tools, sql`upgrade_many(${tools.after}, ${MEMBERS}, ${approved}, ${tools.today}, ${tools.now})`)
  },
}

/** Cycles that have ended: who stays begins the next one, who does not is asked about. */
export const reviewCycles: NightStep = {
  name: 'review cycles',
  portion: (tools) =>
    portionOf(tools, sql`review_cycles_of_many(${tools.after}, ${MEMBERS}, ${tools.today}, ${tools.now})`),
}
