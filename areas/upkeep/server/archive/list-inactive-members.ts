import { sql } from 'kysely'
import { askedOutlet, customerConditions } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import { archiveRefusals, type listInactiveMembers as endpoint, type InactiveMember } from '../../contract/archive.ts'
import { archiveMonths, inactiveMembers, isInactive, withoutPoints } from './inactive-members.ts'

/** Who may be archived: those whom nothing was heard of for as long as the setting says. */
export async function listInactiveMembers(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
): Promise<{ count: number; rows: InactiveMember[] }> {
  const Least = await archiveMonths(ctx)
  const months = Search.Months ?? Least
  if (months < Least) throw archiveRefusals.tooFewMonths({ Least })
  const outlet = askedOutlet(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet)
  const where = allOf([
    isInactive(ctx, months),
    Search.WithPointsYN !== 'Y' && withoutPoints,
    Search.MemberType && sql`customer.member_type = ${Search.MemberType}`,
    ...customerConditions({ Q: Search.Q }, { outlet, across: null }),
  ])
  const [counted, rows] = await Promise.all([
    sql<{ Count: number }>`select count(*) from customer where ${where}`.execute(ctx.db),
    inactiveMembers(ctx, { where, SortOption, SortDirection, Rows, Page }),
  ])
  return { count: counted.rows[0]?.Count ?? 0, rows }
}
