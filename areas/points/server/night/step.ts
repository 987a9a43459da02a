import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import type { Db } from '#kit/server/ctx.ts'

/** One phase after the other; within a phase the steps of the areas in the order of their list. */
const phases = ['points end', 'points are given', 'the month is closed', 'levels move'] as const

/** What one portion of a step is given: its own transaction, and where the portion before it ended ('' at the beginning). */
export type NightTools = { db: Db; now: Date; today: string; timeZone: string; after: string }

/** What a portion did, and from whom to whom it came. The next one begins after `LastKey`. */
export type Portion = { FirstKey: string; LastKey: string; Done: number; Points?: number }

/**
 * A part of the night, done in portions of a transaction each. A portion must not do twice what was done before: a night
 * that was ended from outside begins again, and two may run at once. Answers undefined when nothing is left.
 */
export type NightStep = { name: string; portion: (tools: NightTools) => Promise<Portion | undefined> }

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Its part of the nightly batch, by phase. */
    nightSteps?: Readonly<Partial<Record<(typeof phases)[number], readonly NightStep[]>>>
  }
}

/** The nightly batch of these areas, in the order in which it is done. */
export const nightStepsOf = (areas: readonly ServerArea[]): NightStep[] =>
  phases.flatMap((phase) => areas.flatMap(({ nightSteps }) => nightSteps?.[phase] ?? []))

const MEMBERS = 2_000

/** Points that were waiting open by their date alone; what is to be done is to pay from them what their members owe. */
export const recoverArrears: NightStep = {
  name: 'recover arrears',
  async portion({ db, today, after }) {
    const { rows } = await sql<Portion>`select * from recover_arrears_of_many(${after}, ${MEMBERS}, ${today})`.execute(
      db,
    )
    return rows[0]
  },
}

/** Points end after their last day: one Expire row for each lot. */
export const expireLots: NightStep = {
  name: 'expire lots',
  async portion({ db, today, now, after }) {
    const { rows } = await sql<Portion>`select * from expire_lots(${after}, ${MEMBERS}, ${today}, ${now})`.execute(db)
    return rows[0]
  },
}
