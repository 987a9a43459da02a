import { sql } from 'kysely'
import { askedOutlet, lookedUp } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, type Filter } from '#kit/server/page.ts'
import { expiryRefusals } from '../../contract/expiries.ts'
import type * as contract from '../../contract/rewards.ts'
import { rewardColumns, rewardTables } from './reward-rows.ts'

const sortColumns = { CreatedAt: 'r.created_at', ValidityTo: 'r.validity_to' }

/** Rewards of one's own outlet's members; of one member by the full number, as at the counter. */
export async function listExpiryRewards(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof contract.listExpiryRewards>,
) {
  const { MembershipNo, ReferenceCode, Status, OutletCode } = Search
  const outlet = askedOutlet(ctx, OutletCode, expiryRefusals.otherOutlet)
  const given: Filter[] = []
  // What was offered under a number that was merged since is claimed by the survivor.
  if (MembershipNo)
    given.push(
      sql`(r.membership_no = ${MembershipNo} or r.membership_no in (select membership_no from membership where merged_into_membership_no = ${MembershipNo}))`,
    )
  if (ReferenceCode) given.push(sql`r.reference_code = ${ReferenceCode}`)
  if (Status) given.push(sql`r.status = ${Status}`)
  // Whether a member who is named may be seen was asked before.
  if (outlet && !MembershipNo)
    given.push(
      sql`(customer.registered_outlet_code = ${outlet} or ${ReferenceCode !== undefined}::boolean and ${lookedUp(ctx)})`,
    )
  const from = sql`from ${rewardTables} where ${allOf(given)}`
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count ${from}`.execute(ctx.db),
    sql<contract.ExpiryReward>`
      select ${rewardColumns} ${from} order by ${sql.raw(`${sortColumns[SortOption]} ${SortDirection}, r.reference_code ${SortDirection}`)}
      limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
