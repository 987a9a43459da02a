import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'

/** The number of lots per statement, so that each statement takes at most a few hundred milliseconds. */
const CHUNK = 4_000

/** The arguments that all functions in areas/points/sql/merge.sql share. */
const mergeArguments = (ctx: Ctx, merge: number, loser: string, survivor: string) => ({
  merge,
  loser,
  survivor,
  today: ctx.today,
  atTime: ctx.now,
  byId: ctx.actor.userId,
})

/** Moves a member's points to the survivor, lot by lot, and then the arrears. */
export async function movePointsToSurvivor(ctx: Ctx, MergeId: number, merged: string, survivor: string) {
  const args = mergeArguments(ctx, MergeId, merged, survivor)
  for (let moved = CHUNK; moved === CHUNK; ) moved = await databaseFunctions.mergeLots(ctx.db, { ...args, most: CHUNK })
  await databaseFunctions.mergeDebts(ctx.db, args)
}

/** Moves the remaining points and arrears back to the merged customer. */
export async function movePointsBackToMerged(ctx: Ctx, MergeId: number, merged: string, survivor: string) {
  const args = mergeArguments(ctx, MergeId, merged, survivor)
  for (let after: number | null = 0; after !== null; )
    after = await databaseFunctions.unmergeLots(ctx.db, { ...args, after, most: CHUNK })
  await databaseFunctions.unmergeDebts(ctx.db, args)
}
