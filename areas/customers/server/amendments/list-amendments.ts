import { sql } from 'kysely'
import { isAccountOfCallerSql } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import type { listAmendments as endpoint } from '../../contract/amendments.ts'
import { customerRefusals } from '../../contract/customers.ts'
import { normaliseMembershipNo } from '../../contract/membership-no.ts'
import { resolveOutletFilter } from '../outlet-scope.ts'
import { amendmentTables, createAmendmentList, pendingAmendmentCondition } from './amendment-rows.ts'

/** Lists amendments, those without a review first. */
export function listAmendments(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const { MembershipNo, FieldName, ReviewedYN, DateFrom, DateTo } = Search
  return createAmendmentList(ctx, [
    sql`customer.status <> 'Deleted'`,
    equals(
      'customer.registered_outlet_code',
      resolveOutletFilter(ctx, Search.RegisteredOutletCode, customerRefusals.otherOutlet),
    ),
    equals('history.history_id', Search.HistoryId),
    equals('history.customer_id', Search.CustomerId),
    MembershipNo &&
      sql`history.customer_id = (select customer_id from membership where membership_no = ${normaliseMembershipNo(MembershipNo)})`,
    FieldName &&
      sql`exists (select from profile_updated_field field where field.history_id = history.history_id and field.field_name = ${FieldName})`,
    equals('history.action_type', Search.ActionType),
    equals('history.source', Search.Source),
    equals('history.updated_by_id', Search.UpdatedById),
    contains('history.updated_by', Search.UpdatedBy),
    ReviewedYN && (ReviewedYN === 'Y' ? sql`history.reviewed_date is not null` : pendingAmendmentCondition),
    DateFrom && sql`business_date_of(history.updated_at) >= ${DateFrom}::date`,
    DateTo && sql`business_date_of(history.updated_at) <= ${DateTo}::date`,
  ])
}

/** Counts the amendments that the caller may review, for the badge in the menu. */
export async function countPendingAmendments(ctx: Ctx): Promise<number> {
  if (!ctx.actor.roles.has('Profile Amendment Review')) return 0
  const outlet = resolveOutletFilter(ctx, undefined, customerRefusals.otherOutlet)
  const { rows } = await sql<{ Count: number }>`
    select count(*) from ${amendmentTables}
    where ${pendingAmendmentCondition} and customer.status <> 'Deleted' and not ${isAccountOfCallerSql(ctx, 'history.updated_by_id')}
      and ${outlet === null ? sql`true` : sql`customer.registered_outlet_code = ${outlet}`}`.execute(ctx.db)
  return rows[0]?.Count ?? 0
}
