import { sql } from 'kysely'
import { plainMembershipNo } from '#areas/memberships/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { levelRefusals as refusals } from '../../contract/level-histories.ts'
import type { listQualifyingSales as endpoint, QualifyingSale } from '../../contract/standing.ts'

const sortColumns = { PerformedAt: 'performed_at', QualifyingAmount: 'qualifying_amount' }

/** What the spending of the present cycle is made of, sale by sale. */
export async function listQualifyingSales(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const MembershipNo = plainMembershipNo(Search.MembershipNo!)
  const member = await ctx.db
    .selectFrom('Membership')
    .select(['CycleStart'])
    .where('MembershipNo', '=', MembershipNo)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!member) throw refusals.memberNotFound()
  if (!member.CycleStart) return { count: 0, rows: [] }
  const sales = sql`qualifying_sales(${MembershipNo}, ${member.CycleStart}::date, null) sale`
  const order = sql.raw(`${sortColumns[SortOption]} ${SortDirection}, transaction_id ${SortDirection}`)
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from ${sales}`.execute(ctx.db),
    sql<QualifyingSale>`
      select transaction_id, invoice_no, performed_at, outlet_code, net_amount, taken_back, qualifying_amount
      from ${sales} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
