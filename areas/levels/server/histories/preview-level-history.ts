import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type previewLevelHistory as endpoint,
  type LevelPreview,
  levelChangeRefusals as refusals,
} from '../../contract/level-histories.ts'

const BEFORE_MAX = 3

const tier = (code: 'from_category' | 'to_category') => sql`(
  select jsonb_build_object('Name', category.name, 'Color', category.color, 'PointMultiplier', rule.point_multiplier::text)
  from card_category category
  left join levels_of(holder.card_group_id, today) level on level.code = category.code
  left join card_level rule on rule.card_level_id = level.card_level_id
  where category.code = change.${sql.raw(code)} and category.status <> 'Deleted')`

/** Calculates the effect that an approval of the change would have now. */
export async function previewLevelHistory(ctx: Ctx, { LevelHistoryId }: Input<typeof endpoint>) {
  const { rows } = await sql<LevelPreview>`
    select change.level_history_id, ${tier('from_category')} as "from", ${tier('to_category')} as "to", holder.cycle_end,
      nullif(day.effective, today) as counts_from,
      case when change.to_category is not null then level_cycle_end(holder.card_group_id, change.to_category, day.effective) end as cycle_end_after,
      spent.amount as spent, span.since as spent_from, span.until as spent_to,
      (select count(*)::int from qualifying_sales(change.membership_no, span.since, span.until)) as purchases,
      change.required_amount as required, greatest(change.required_amount - spent.amount, 0.00) as missing,
      case when change.action = 'Upgrade' and spent.amount < change.required_amount then 'Y' else 'N' end as exception_yn,
      (select coalesce(jsonb_agg(past.decision order by past.level_history_id desc), '[]') from (
        select earlier.level_history_id, jsonb_build_object('RequestedAt', to_char(earlier.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'Status', earlier.status, 'DecisionRemark', earlier.decision_remark, 'DecidedBy', (
            select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = earlier.decided_by_id)) as decision
        from membership_level_history earlier
        where earlier.membership_no = change.membership_no and earlier.level_history_id < change.level_history_id
          and earlier.to_category is not distinct from change.to_category and earlier.status in ('Approved', 'Rejected')
        order by earlier.level_history_id desc limit ${BEFORE_MAX}) past) as before
    from (select ${ctx.today}::date as today) now
    join membership_level_history change on change.level_history_id = ${LevelHistoryId}
    join membership holder on holder.membership_no = change.membership_no
    cross join lateral (select level_effective_date(today) as effective) day
    -- A request of staff is evaluated by the present cycle, and a review by the cycle that ended.
    cross join lateral (select
      case when change.reason in ('Staff request', 'Correction') then holder.cycle_start else change.basis_from end as since,
      case when change.reason in ('Staff request', 'Correction') then today else change.basis_to end as until) span
    cross join lateral (select case when change.reason in ('Staff request', 'Correction') and holder.cycle_start is not null
      then level_spend(change.membership_no, span.since, span.until) else coalesce(change.basis_amount, 0.00) end as amount) spent`.execute(
    ctx.db,
  )
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}
