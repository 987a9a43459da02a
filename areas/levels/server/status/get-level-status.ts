import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { levelChangeRefusals as refusals } from '../../contract/level-histories.ts'
import type { CycleReview, getLevelStatus as endpoint, LevelStatus } from '../../contract/status.ts'

const CYCLES_MAX = 10

/** Returns the level status of a member, calculated from the current sales. */
export async function getLevelStatus(ctx: Ctx, { MembershipNo: typed }: Input<typeof endpoint>) {
  const MembershipNo = normaliseMembershipNo(typed)
  const [statusRows, cycles] = await Promise.all([
    sql<Omit<LevelStatus, 'Cycles'>>`
      select holder.membership_no, holder.customer_id, customer.full_name as name, holder.status, customer.registered_outlet_code,
        holder.card_group_id, holder.card_category_code, coming.to_category as coming_category, coming.effective_date as coming_from, coming.decided_by as coming_by,
        holder.cycle_start, holder.cycle_end, cycle.grace_until, cycle.spend, cycle.maintain_amount,
        greatest(cycle.maintain_amount - cycle.spend, 0) as missing_to_stay,
        above.code as next_category, above.accumulate_amount as next_amount, greatest(above.accumulate_amount - cycle.spend, 0) as missing_to_next,
        pending.level_history_id as pending_id
      from membership holder
      join customer on customer.customer_id = holder.customer_id
      left join lateral (
        select to_category, effective_date, (
          select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = decided_by_id) as decided_by
        from membership_level_history
        where membership_no = holder.membership_no and status = 'Approved' and applied_at is null and lapsed_at is null
        order by level_history_id desc limit 1
      ) coming on true
      left join membership_level_history pending on pending.membership_no = holder.membership_no and pending.status = 'Pending'
      left join lateral cycle_status(holder, ${ctx.today}::date) cycle on holder.cycle_end is not null
      left join lateral (
        select tier.code, tier.accumulate_amount from levels_of(holder.card_group_id, ${ctx.today}::date) tier
        where tier.accumulate_amount > 0 and holder.cycle_end is not null and tier.level_sequence > (
          select level_sequence from card_category where code = coming_category(holder.membership_no) and status <> 'Deleted')
        order by tier.level_sequence limit 1
      ) above on true
      where holder.membership_no = ${MembershipNo} and holder.status <> 'Deleted'`.execute(ctx.db),
    sql<CycleReview>`
      select cycle_start, cycle_end, card_category_code, spend, maintain_amount, outcome, level_history_id, reviewed_at
      from membership_cycle_review where membership_no = ${MembershipNo} order by cycle_end desc limit ${CYCLES_MAX}`.execute(
      ctx.db,
    ),
  ])
  const levelStatus = statusRows.rows[0]
  if (!levelStatus) throw refusals.memberNotFound()
  return { ...levelStatus, Cycles: cycles.rows }
}
