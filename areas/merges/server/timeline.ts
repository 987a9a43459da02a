import { sql } from 'kysely'
import type { TimelineSource } from '#areas/customers/server/index.ts'

export const mergeTimelineSource: TimelineSource = {
  kinds: ['Merge'],
  select: (id) => sql`
    select event.at, 'Merge', m.merge_id || ' ' || event.name, event.by, m.outlet_code, event.name, event.reason, null, null, null, null,
      case m.survivor_customer_id when ${id} then m.merged_membership_no else m.survivor_membership_no end, null, null
    from member_merge m
    cross join lateral (values
      (case m.survivor_customer_id when ${id} then 'TookOver' else 'MergedInto' end, m.merged_at, m.merged_by, m.reason),
      ('Separated', m.unmerged_at, m.unmerged_by, m.unmerge_reason)
    ) event (name, at, by, reason)
    where ${id} in (m.survivor_customer_id, m.merged_customer_id) and event.at is not null`,
}
