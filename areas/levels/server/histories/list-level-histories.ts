import { sql } from 'kysely'
import { askedOutlet, literal, lookedUp, nameCondition } from '#areas/customers/server/index.ts'
import { plainMembershipNo } from '#areas/memberships/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import {
  type listLevelHistories as endpoint,
  type LevelHistory,
  levelRefusals as refusals,
} from '../../contract/level-histories.ts'
import { histories } from './rows.ts'

const sortColumns = {
  RequestedAt: 'requested_at',
  EffectiveDate: 'effective_date',
  MembershipNo: 'membership_no',
  LevelHistoryId: 'level_history_id',
}

/** Changes of level of the caller's outlet, and of a member of another one who was looked up. */
export async function listLevelHistories(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const outlet = askedOutlet(ctx, Search.OutletCode, refusals.otherOutlet)
  const number = Search.MembershipNo === undefined ? undefined : plainMembershipNo(Search.MembershipNo)
  const given = [
    outlet !== null &&
      sql`(registered_outlet_code = ${outlet} or (membership_no = ${number ?? ''} and ${Search.OutletCode === undefined}::boolean and exists (
        select from customer where customer.customer_id = history.customer_id and ${lookedUp(ctx)})))`,
    number !== undefined && sql`membership_no like ${`${literal(number)}%`}`,
    Search.FullName &&
      sql`exists (select from customer where customer.customer_id = history.customer_id and ${nameCondition(Search.FullName)})`,
    Search.Action && sql`action = ${Search.Action}`,
    Search.Status ? sql`status = ${Search.Status}` : sql`status <> 'Deleted'`,
    Search.Reason && sql`reason = ${Search.Reason}`,
    Search.FromCategory && sql`from_category = ${Search.FromCategory.toUpperCase()}`,
    Search.ToCategory && sql`to_category = ${Search.ToCategory.toUpperCase()}`,
    Search.RequestedFrom && sql`business_date_of(requested_at) >= ${Search.RequestedFrom}`,
    Search.RequestedTo && sql`business_date_of(requested_at) <= ${Search.RequestedTo}`,
  ]
  const rows = sql`from ${histories(ctx)} history where ${allOf(given)}`
  const order = sql.raw(`${sortColumns[SortOption]} ${SortDirection} nulls last, level_history_id ${SortDirection}`)

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count ${rows}`.execute(ctx.db),
    sql<LevelHistory>`select * ${rows} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
