import { sql } from 'kysely'
import { isAccountOfCallerSql } from '#areas/access/server/index.ts'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import { customerNameCondition, isLookedUpCustomerSql, resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, startsWith } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract/level-histories.ts'
import { type LevelHistory, levelChangeRefusals as refusals } from '../../contract/level-histories.ts'

/** The SQL for the display name of a card category; null means non-premium. */
export async function findCategoryName(ctx: Ctx, Code: string | null) {
  const { rows } = await sql<{ Name: string }>`select level_name(${Code}) as name`.execute(ctx.db)
  return rows[0]!.Name
}

// The shape of a change of level in replies.

const staffName = (userId: 'requested_by_id' | 'decided_by_id') =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = history.${sql.raw(userId)})`

/** The SQL for all changes of level as a subquery named `history`. */
const histories = (ctx: Ctx) => sql`(
  select history.level_history_id, history.membership_no, membership.customer_id, customer.full_name as name, customer.registered_outlet_code,
    history.action, history.from_category, history.to_category, history.reason, history.remark,
    history.basis_amount, history.required_amount,
    case when history.action = 'Upgrade' and history.basis_amount < history.required_amount then 'Y' else 'N' end as exception_yn,
    history.basis_from, history.basis_to, history.basis_invoice_no, history.cycle_start, history.cycle_end, history.effective_date, history.status,
    history.applied_at, history.lapsed_at, ${staffName('requested_by_id')} as requested_by, history.requested_at, history.outlet_code,
    ${staffName('decided_by_id')} as decided_by, history.decided_at, history.decision_remark, history.version,
    case when history.requested_by_id = ${ctx.actor.userId}::bigint then 'Y' else 'N' end as own_yn,
    case when history.status = 'Pending' and not ${isAccountOfCallerSql(ctx, 'history.requested_by_id')}
      and ${ctx.actor.privileges.has('Approve Level')}::boolean
      and (${ctx.actor.isHQ}::boolean or history.outlet_code = ${ctx.actor.outletCode}) then 'Y' else 'N' end as may_decide_yn
  from membership_level_history history
  join membership on membership.membership_no = history.membership_no
  join customer on customer.customer_id = membership.customer_id)`

export async function readLevelHistory(ctx: Ctx, LevelHistoryId: number): Promise<LevelHistory> {
  const { rows } = await sql<LevelHistory>`
    select * from ${histories(ctx)} history
    where level_history_id = ${LevelHistoryId}`.execute(ctx.db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

export const getLevelHistory = (ctx: Ctx, { LevelHistoryId }: Input<typeof contract.getLevelHistory>) =>
  readLevelHistory(ctx, LevelHistoryId)

/** Lists changes of level at the caller's outlet, and those of a member of another outlet whom the session looked up. */
export function listLevelHistories(ctx: Ctx, { Search }: Input<typeof contract.listLevelHistories>) {
  const outlet = resolveOutletFilter(ctx, Search.OutletCode, refusals.otherOutlet)
  const number = Search.MembershipNo === undefined ? undefined : normaliseMembershipNo(Search.MembershipNo)
  return sqlList({
    from: sql`${histories(ctx)} history`,
    where: [
      outlet !== null &&
        sql`(registered_outlet_code = ${outlet} or (membership_no = ${number ?? ''} and ${Search.OutletCode === undefined}::boolean and exists (
          select from customer where customer.customer_id = history.customer_id and ${isLookedUpCustomerSql(ctx)})))`,
      startsWith('membership_no', number),
      Search.FullName &&
        sql`exists (select from customer where customer.customer_id = history.customer_id and ${customerNameCondition(Search.FullName)})`,
      equals('action', Search.Action),
      Search.Status ? equals('status', Search.Status) : sql`status <> 'Deleted'`,
      equals('reason', Search.Reason),
      equals('from_category', Search.FromCategory?.toUpperCase()),
      equals('to_category', Search.ToCategory?.toUpperCase()),
      Search.RequestedFrom && sql`business_date_of(requested_at) >= ${Search.RequestedFrom}`,
      Search.RequestedTo && sql`business_date_of(requested_at) <= ${Search.RequestedTo}`,
    ],
    select: sql<LevelHistory>`*`,
    sort: { EffectiveDate: (direction) => sql`effective_date ${direction} nulls last` },
    tie: 'level_history_id',
  })
}
