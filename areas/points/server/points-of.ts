import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { BALANCE_TYPE } from '../contract.ts'

/** What many members have, for lists that show it beside something else. Whoever never earned is left out. */
export async function pointsOf(ctx: Ctx, membershipNos: readonly string[]): Promise<Map<string, number>> {
  if (membershipNos.length === 0) return new Map()
  const { rows } = await sql<{ MembershipNo: string; Points: number }>`
    select membership_no, points from point_balance
    where balance_type = ${BALANCE_TYPE} and membership_no = any(${membershipNos})`.execute(ctx.db)
  return new Map(rows.map(({ MembershipNo, Points }) => [MembershipNo, Points]))
}
