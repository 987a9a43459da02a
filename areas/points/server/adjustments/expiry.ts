import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** Until when points that are given today are valid, by the member's structure and level; null is forever. */
export async function adjustmentExpiry(ctx: Ctx, MembershipNo: string): Promise<string | null> {
  const { rows } = await sql<{ ExpiryDate: string | null }>`
    select adjustment_expiry(${MembershipNo}, ${ctx.today}) as expiry_date`.execute(ctx.db)
  return rows[0]!.ExpiryDate
}
