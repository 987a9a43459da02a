import { sql } from 'kysely'
import type { TimelineSource } from '#areas/customers/server/index.ts'

const nameOf = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.raw(userId)})`

/**
 * What became of each reward: given, handed over, taken back, extended, cancelled, ended. The record tells how it stands; what
 * was undone or moved since is left in its audit alone.
 */
export const rewardTimeline: TimelineSource = {
  kinds: ['Reward'],
  select: (customerId) => sql`
    select event.at, 'Reward', held.reference_code || ' ' || event.name || coalesce(' ' || event.record_id, ''), event.by, event.outlet_code,
      event.name, reward.name, held.membership_no, null, null, held.reference_code, event.until, null, null
    from customer_reward held join reward using (reward_id)
    cross join lateral (
      select name, at, by, outlet_code, null::bigint as record_id, null::text as until
      from (values
        (case when held.points > 0 and is_redeemed_kind(held.type) then 'Redeemed' else 'Issued' end, held.redeemed_date,
          ${nameOf('held.redeemed_by_id')}, held.redeemed_outlet_code),
        ('Claimed', held.claimed_date, ${nameOf('held.claimed_by_id')}, held.claimed_outlet_code),
        ('Collected', held.collected_date, ${nameOf('held.collected_by_id')}, held.collected_outlet_code),
        (held.status, held.cancelled_date, ${nameOf('held.cancelled_by_id')}, held.cancelled_outlet_code)) stands (name, at, by, outlet_code)
      union all
      select case when noted.updated_field_name = 'ValidityTo' then 'Extended' when noted.updated_info <> 'Active' then noted.updated_info
          when noted.previous_info = 'Collected' then 'CollectCancelled' else 'ClaimCancelled' end,
        noted.audited_at, case when noted.updated_info <> 'Expired' then noted.updated_by end, noted.outlet_code, noted.audit_record_id,
        case noted.updated_field_name when 'ValidityTo' then noted.updated_info end
      from audit_record noted
      where noted.object_type = 'CustomerReward' and noted.object_id = held.reference_code and noted.action_type = 'Update'
        and (noted.updated_field_name = 'ValidityTo' and noted.updated_info > noted.previous_info or noted.updated_field_name = 'Status' and (
          noted.updated_info in ('Active', 'Expired')
          or noted.updated_info in ('Claimed', 'Collected') and exists (
            select from audit_record later
            where later.object_type = 'CustomerReward' and later.object_id = held.reference_code and later.updated_field_name = 'Status'
              and later.previous_info = noted.updated_info and later.updated_info = 'Active' and later.audit_record_id > noted.audit_record_id)))) event
    where held.customer_id = ${customerId} and event.at is not null`,
}
