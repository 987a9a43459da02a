import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import type { Db } from '#kit/server/ctx.ts'

/** One phase after the other; within a phase the steps of the areas in the order of their list. */
const phases = [
  'points end',
  'points are given',
  'the month is closed',
  'levels move',
  'rewards are given',
  'loyalty is watched',
  'tasks are made',
] as const

/** What one chunk of a step is given: its own transaction, and where the chunk before it ended ('' at the beginning). */
export type BatchTools = { db: Db; now: Date; today: string; timeZone: string; after: string }

/** What a chunk did, and from whom to whom it came. The next one begins after `LastKey`. */
export type Chunk = { FirstKey: string; LastKey: string; Done: number; Points?: number }

/**
 * A step of the nightly batch, done in chunks of a transaction each. A chunk must not do twice what was done before: a batch
 * that was ended from outside begins again, and two may run at once. Answers undefined when nothing is left.
 */
export type BatchStep = { name: string; chunk: (tools: BatchTools) => Promise<Chunk | undefined> }

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Its part of the nightly batch, by phase. */
    batchSteps?: Readonly<Partial<Record<(typeof phases)[number], readonly BatchStep[]>>>
  }
}

/** The nightly batch of these areas, in the order in which it is done. */
export const batchStepsOf = (areas: readonly ServerArea[]): BatchStep[] =>
  phases.flatMap((phase) => areas.flatMap(({ batchSteps }) => batchSteps?.[phase] ?? []))

const MEMBERS = 2_000

/** Points that were waiting open by their date alone; what is to be done is to pay from them what their members owe. */
export const recoverArrears: BatchStep = {
  name: 'recover arrears',
  async chunk({ db, today, after }) {
    const { rows } = await sql<Chunk>`select * from recover_arrears_of_many(${after}, ${MEMBERS}, ${today})`.execute(db)
    return rows[0]
  },
}

/** Points end after their last day: one Expire row for each lot. */
export const expireLots: BatchStep = {
  name: 'expire lots',
  async chunk({ db, today, now, after }) {
    const { rows } = await sql<Chunk>`select * from expire_lots(${after}, ${MEMBERS}, ${today}, ${now})`.execute(db)
    return rows[0]
  },
}
