import { sql } from 'kysely'
import type { TimelineSource } from '#areas/customers/server/index.ts'

const nameOf = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.raw(userId)})`

/** What became of each reward: given, handed over, cancelled, ended. */
export const rewardTimeline: TimelineSource = {
  kinds: ['Reward'],
  select: (customerId) => sql`
    select event.at, 'Reward', held.reference_code || ' ' || event.name, event.by, event.outlet_code, event.name, reward.name,
      held.membership_no, null, null, held.reference_code, null, null, null
    from customer_reward held join reward using (reward_id)
    cross join lateral (values
      (case when held.points > 0 and held.type = 'Premium Gift' then 'Redeemed' else 'Issued' end, held.redeemed_date, ${nameOf('held.redeemed_by_id')},
        held.redeemed_outlet_code),
      ('Claimed', held.claimed_date, ${nameOf('held.claimed_by_id')}, held.claimed_outlet_code),
      ('Collected', held.collected_date, ${nameOf('held.collected_by_id')}, case when held.collected_date is not null then held.collected_outlet_code end),
      ('Cancelled', held.cancelled_date, ${nameOf('held.cancelled_by_id')}, held.cancelled_outlet_code),
      ('Expired', case held.status when 'Expired' then held.updated_at end, null, null)) event (name, at, by, outlet_code)
    where held.customer_id = ${customerId} and event.at is not null`,
}
