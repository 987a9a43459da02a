import { sql } from 'kysely'
import type { TimelineSource } from '#areas/customers/server/index.ts'

const staffName = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.raw(userId)})`

/** The points that an event deducted (negative) or refunded; null if the event moved no points. */
const pointsOfEvent = sql`case
  when customer_reward.points = 0 then null
  when is_redeemed_kind(customer_reward.type) then case
    when event.name = 'Redeemed' then -customer_reward.points
    when event.name in ('Cancelled', 'Deleted') then customer_reward.points
    -- The points of an expired reward are refunded only if the setting rewards.refundExpired is Y.
    when event.name = 'Expired' and exists (
      select from point_history refund where refund.membership_no = customer_reward.membership_no and refund.reference_code = customer_reward.reference_code
        and refund.transaction_type = 'Redeem Refund') then customer_reward.points end
  when customer_reward.deduct_point_in_claim_yn = 'Y' then case event.name
    when 'Claimed' then -customer_reward.points
    when 'ClaimCancelled' then customer_reward.points
    when 'Issued' then case when event.next = 'Claimed' then -customer_reward.points end end end`

/**
 * The timeline entries of customer rewards: redeemed or issued, handed over, cancelled, extended, expired.
 * Redemption and hand-over of a reward are one entry, with the time of the hand-over.
 * The latest events come from the row of the reward, and earlier or cancelled events from the audit records.
 */
export const rewardTimelineSource: TimelineSource = {
  kinds: ['Reward'],
  select: (customerId) => sql`
    select event.at, 'Reward', customer_reward.reference_code || ' ' || event.name || coalesce(' ' || event.record_id, ''), event.by, event.outlet_code,
      event.name, reward.name, customer_reward.membership_no, null, ${pointsOfEvent}, customer_reward.reference_code, coalesce(event.next, event.until), event.since, null
    from customer_reward join reward using (reward_id)
    cross join lateral (
      select name, at, by, outlet_code, next, since, null::bigint as record_id, null::text as until
      from (values
        (case when customer_reward.points > 0 and is_redeemed_kind(customer_reward.type) then 'Redeemed' else 'Issued' end,
          coalesce(customer_reward.collected_date, customer_reward.claimed_date, customer_reward.redeemed_date), ${staffName('customer_reward.redeemed_by_id')}, customer_reward.redeemed_outlet_code,
          case when customer_reward.collected_date is not null then 'Collected' when customer_reward.claimed_date is not null then 'Claimed' end,
          case when coalesce(customer_reward.collected_date, customer_reward.claimed_date) is not null then customer_reward.redeemed_date end),
        (customer_reward.status, customer_reward.cancelled_date, ${staffName('customer_reward.cancelled_by_id')}, customer_reward.cancelled_outlet_code, null, null)) states (name, at, by, outlet_code, next, since)
      union all
      select case when change.updated_field_name = 'ValidityTo' then 'Extended' when change.updated_info <> 'Active' then change.updated_info
          when change.previous_info = 'Collected' then 'CollectCancelled' else 'ClaimCancelled' end,
        change.audited_at, case when change.updated_info <> 'Expired' then change.updated_by end, change.outlet_code, null, null, change.audit_record_id,
        case change.updated_field_name when 'ValidityTo' then change.updated_info end
      from audit_record change
      where change.object_type = 'CustomerReward' and change.object_id = customer_reward.reference_code and change.action_type = 'Update'
        and (change.updated_field_name = 'ValidityTo' and change.updated_info > change.previous_info or change.updated_field_name = 'Status' and (
          change.updated_info in ('Active', 'Expired')
          or change.updated_info in ('Claimed', 'Collected') and exists (
            select from audit_record later
            where later.object_type = 'CustomerReward' and later.object_id = customer_reward.reference_code and later.updated_field_name = 'Status'
              and later.previous_info = change.updated_info and later.updated_info = 'Active' and later.audit_record_id > change.audit_record_id)))) event
    where customer_reward.customer_id = ${customerId} and event.at is not null`,
}
