import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** Returns the points of the first membership that cannot be deleted because of points or arrears; else undefined. */
export async function findPointsOutstanding(ctx: Ctx, memberships: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ Points: number }>`
    select balance.points from point_balance balance join membership using (membership_no)
    where ${memberships} and (balance.lots_remaining <> 0 or balance.arrears <> 0) limit 1`.execute(ctx.db)
  return rows[0]?.Points
}
