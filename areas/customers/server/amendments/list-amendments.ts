import { sql } from 'kysely'
import { plainMembershipNo } from '#areas/memberships/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, containing } from '#kit/server/page.ts'
import type { listAmendments as endpoint } from '../../contract/amendments.ts'
import { refusals as customerRefusals } from '../../contract/customers.ts'
import { askedOutlet } from '../outlet-scope.ts'
import { amendmentRows, fromAmendments } from './amendment-rows.ts'

const sortColumns = { UpdatedAt: sql`history.updated_at`, FullName: sql`customer.full_name` }

/** Amendments, those that wait for a review first. */
export async function listAmendments(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const { HistoryId, CustomerId, MembershipNo, FieldName, ActionType, UpdatedById, UpdatedBy, ReviewedYN } = Search
  const { DateFrom, DateTo } = Search
  const outlet = askedOutlet(ctx, Search.RegisteredOutletCode, customerRefusals.otherOutlet)
  const conditions = [
    sql`customer.status <> 'Deleted'`,
    outlet !== null && sql`customer.registered_outlet_code = ${outlet}`,
    HistoryId !== undefined && sql`history.history_id = ${HistoryId}`,
    CustomerId !== undefined && sql`history.customer_id = ${CustomerId}`,
    MembershipNo !== undefined &&
      sql`history.customer_id = (select customer_id from membership where membership_no = ${plainMembershipNo(MembershipNo)})`,
    FieldName !== undefined &&
      sql`exists (select from profile_updated_field field where field.history_id = history.history_id and field.field_name = ${FieldName})`,
    ActionType !== undefined && sql`history.action_type = ${ActionType}`,
    UpdatedById !== undefined && sql`history.updated_by_id = ${UpdatedById}`,
    UpdatedBy !== undefined && sql`history.updated_by ilike ${containing(UpdatedBy)}`,
    ReviewedYN !== undefined && (ReviewedYN === 'Y' ? sql`history.reviewed_date is not null` : isWaiting),
    DateFrom !== undefined && sql`business_date_of(history.updated_at) >= ${DateFrom}::date`,
    DateTo !== undefined && sql`business_date_of(history.updated_at) <= ${DateTo}::date`,
  ]
  const where = sql`where ${allOf(conditions)}`
  const direction = SortDirection === 'DESC' ? sql`desc` : sql`asc`
  const [counted, rows] = await Promise.all([
    sql<{ Count: number }>`select count(*) ${fromAmendments} ${where}`.execute(ctx.db),
    amendmentRows(
      ctx,
      sql`${where} order by history.reviewed_date is not null, ${sortColumns[SortOption]} ${direction}, history.history_id ${direction}
        limit ${Rows} offset ${(Page - 1) * Rows}`,
    ),
  ])
  return { count: counted.rows[0]?.Count ?? 0, rows }
}

const isWaiting = sql`history.reviewed_date is null`

/** How many amendments wait for this person's review: what the menu counts. */
export async function amendmentsWaiting(ctx: Ctx): Promise<number> {
  if (!ctx.actor.roles.has('Profile Amendment Review')) return 0
  const outlet = askedOutlet(ctx, undefined, customerRefusals.otherOutlet)
  const { rows } = await sql<{ Count: number }>`
    select count(*) ${fromAmendments}
    where ${isWaiting} and customer.status <> 'Deleted' and history.updated_by_id is distinct from ${ctx.actor.userId}
      and ${outlet === null ? sql`true` : sql`customer.registered_outlet_code = ${outlet}`}`.execute(ctx.db)
  return rows[0]?.Count ?? 0
}
