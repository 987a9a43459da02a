import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** Lots of one statement: a few hundred milliseconds, however many a member has. */
const CHUNK = 4_000

/** What has to be known of each movement, in the order in which the functions of areas/points/sql/merge.sql take it. */
const movement = (ctx: Ctx, MergeId: number, loser: string, survivor: string) =>
  sql`${MergeId}, ${loser}, ${survivor}, ${ctx.today}, ${ctx.now}, ${ctx.actor.userId}`

/** Moves a member's points to the survivor, lot by lot, then what is owed. */
export async function movePoints(ctx: Ctx, MergeId: number, loser: string, survivor: string) {
  const what = movement(ctx, MergeId, loser, survivor)
  for (let moved = CHUNK; moved === CHUNK; ) {
    const { rows } = await sql<{ Moved: number }>`select merge_lots(${what}, ${CHUNK}) as moved`.execute(ctx.db)
    moved = rows[0]!.Moved
  }
  await sql`select merge_debts(${what})`.execute(ctx.db)
}

/** Moves back what is left of them. */
export async function returnPoints(ctx: Ctx, MergeId: number, loser: string, survivor: string) {
  const what = movement(ctx, MergeId, loser, survivor)
  for (let last: number | null = 0; last !== null; ) {
    const next: { rows: { Last: number | null }[] } = await sql<{ Last: number | null }>`
      select unmerge_lots(${what}, ${last}, ${CHUNK}) as last`.execute(ctx.db)
    last = next.rows[0]!.Last
  }
  await sql`select unmerge_debts(${what})`.execute(ctx.db)
}
