import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type LevelHistory, levelRefusals as refusals } from '../../contract/level-histories.ts'

// Changes of level as callers see them.

const staffName = (userId: 'requested_by_id' | 'decided_by_id') =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = history.${sql.raw(userId)})`

/** All of them, as a table of its own to select from: `(…) history`. */
export const histories = (ctx: Ctx) => sql`(
  select history.level_history_id, history.membership_no, membership.customer_id, customer.full_name as name, customer.registered_outlet_code,
    history.action, history.from_category, history.to_category, history.reason, history.remark,
    history.basis_amount, history.required_amount,
    history.basis_from, history.basis_to, history.basis_invoice_no, history.cycle_start, history.cycle_end, history.effective_date, history.status,
    history.applied_at, history.lapsed_at, ${staffName('requested_by_id')} as requested_by, history.requested_at, history.outlet_code,
    ${staffName('decided_by_id')} as decided_by, history.decided_at, history.decision_remark, history.version,
    case when history.requested_by_id = ${ctx.actor.userId}::bigint then 'Y' else 'N' end as own_yn,
    case when history.status = 'Pending' and history.requested_by_id is distinct from ${ctx.actor.userId}::bigint
      and ${ctx.actor.privileges.has('Approve Level')}::boolean
      and (${ctx.actor.isHQ}::boolean or history.outlet_code = ${ctx.actor.outletCode}) then 'Y' else 'N' end as may_decide_yn
  from membership_level_history history
  join membership on membership.membership_no = history.membership_no
  join customer on customer.customer_id = membership.customer_id)`

export async function historyOf(ctx: Ctx, LevelHistoryId: number): Promise<LevelHistory> {
  const { rows } = await sql<LevelHistory>`
    select * from ${histories(ctx)} history
    where level_history_id = ${LevelHistoryId}`.execute(ctx.db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}
