import type { Ctx } from '#kit/server/ctx.ts'
import { functions } from '#kit/server/functions.ts'

/** Lots per statement, so that each statement takes at most a few hundred milliseconds. */
const CHUNK = 4_000

/** The common arguments of the functions in areas/points/sql/merge.sql. */
const mergeArguments = (ctx: Ctx, merge: number, loser: string, survivor: string) => ({
  merge,
  loser,
  survivor,
  today: ctx.today,
  atTime: ctx.now,
  byId: ctx.actor.userId,
})

/** Moves a member's points to the survivor, lot by lot, then the arrears. */
export async function movePoints(ctx: Ctx, MergeId: number, loser: string, survivor: string) {
  const args = mergeArguments(ctx, MergeId, loser, survivor)
  for (let moved = CHUNK; moved === CHUNK; ) moved = await functions.mergeLots(ctx.db, { ...args, most: CHUNK })
  await functions.mergeDebts(ctx.db, args)
}

/** Moves back the remaining points and arrears. */
export async function returnPoints(ctx: Ctx, MergeId: number, loser: string, survivor: string) {
  const args = mergeArguments(ctx, MergeId, loser, survivor)
  for (let after: number | null = 0; after !== null; )
    after = await functions.unmergeLots(ctx.db, { ...args, after, most: CHUNK })
  await functions.unmergeDebts(ctx.db, args)
}
