import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** What people call a card category; without one a member is not premium. */
export async function nameOfCategory(ctx: Ctx, Code: string | null) {
  const { rows } = await sql<{ Name: string }>`select level_name(${Code}) as name`.execute(ctx.db)
  return rows[0]!.Name
}
