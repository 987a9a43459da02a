import type { Db } from '#kit/server/ctx.ts'

/** What one portion of a step is given: its own transaction, and where the portion before it ended ('' at the beginning). */
export type NightTools = { db: Db; now: Date; today: string; timeZone: string; after: string }

/** What a portion did, and from whom to whom it came. The next one begins after `LastKey`. */
export type Portion = { FirstKey: string; LastKey: string; Done: number; Points?: number }

/**
 * A part of the night, done in portions of a transaction each. A portion must not do twice what was done before: a night
 * that was ended from outside begins again, and two may run at once. Answers undefined when nothing is left.
 */
export type NightStep = { name: string; portion: (tools: NightTools) => Promise<Portion | undefined> }
